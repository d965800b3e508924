// npm run torture [-- [name] arguments]: injects faults under load, then checks that acked data is there.
// Without a name, crashes and cuts.
import { runBenches, TORTURES } from './lib/bench-runner.mjs';
import { runScript } from './lib/report.mjs';

await runScript(() => {
  const [name, ...args] = process.argv.slice(2);
  if (name !== undefined && TORTURES.includes(name)) return runBenches([name], args);
  return runBenches(['torture'], process.argv.slice(2));
});
