// npm run torture [-- [name] arguments]: injects faults under load, then checks that acked data is there.
// Without a name, crashes and cuts. `planted` plants bugs, and checks that the tests catch them.
import { runBenches, TORTURES } from './lib/bench-runner.mjs';
import { runPlanted } from './lib/planted/run.mjs';
import { runScript } from './lib/report.mjs';

await runScript(() => {
  const [name, ...args] = process.argv.slice(2);
  if (name === 'planted') return runPlanted(args);
  if (name !== undefined && TORTURES.includes(name)) return runBenches([name], args);
  return runBenches(['torture'], process.argv.slice(2));
});
