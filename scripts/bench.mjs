// npm run bench [-- name…]: every figure, or those named.
import { benchNames, runBenches, TORTURES } from './lib/bench-runner.mjs';
import { runScript } from './lib/report.mjs';

await runScript(() => {
  const wanted = process.argv.slice(2);
  return runBenches(
    wanted.length > 0 ? wanted : benchNames().filter((name) => !TORTURES.includes(name)),
  );
});
