import { buildAll } from './lib/build-packages.mjs';
import { CHECKS, passes } from './lib/checks.mjs';
import { heading, runScript, say } from './lib/report.mjs';

await runScript(async () => {
  await buildAll({ types: true });
  const failed = [];
  for (const check of CHECKS) {
    heading(check.name);
    if (!(await passes(check))) failed.push(check.name);
  }
  say(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
