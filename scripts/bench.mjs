// npm run bench [-- name…]: runs all benchmarks, or the named ones.
import { benchNames, runBenches, TORTURES } from './lib/bench-runner.mjs';
import { runScript } from './lib/report.mjs';

await runScript(() => {
  const wanted = process.argv.slice(2);
  return runBenches(
    wanted.length > 0 ? wanted : benchNames().filter((name) => !TORTURES.includes(name)),
  );
});
