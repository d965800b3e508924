import { CHECKS, passes } from './lib/checks.mjs';
import { install } from './lib/install.mjs';
import { heading, runScript, say } from './lib/report.mjs';

await runScript(async () => {
  await install();
  const failed = [];
  for (const check of CHECKS) {
    heading(check.name);
    if (!(await passes(check))) failed.push(check.name);
  }
  say(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
