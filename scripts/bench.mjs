// npm run bench [-- name… [arguments]]: runs all benchmarks, or the named ones, each with the arguments.
import { benchNames, runBenches, TORTURES } from './lib/bench-runner.mjs';
import { runScript } from './lib/report.mjs';

await runScript(() => {
  const words = process.argv.slice(2);
  const options = words.findIndex((word) => word.startsWith('-'));
  const wanted = options < 0 ? words : words.slice(0, options);
  return runBenches(
    wanted.length > 0 ? wanted : benchNames().filter((name) => !TORTURES.includes(name)),
    options < 0 ? [] : words.slice(options),
  );
});
