import { buildAll } from './lib/build-packages.mjs';
import { runChecks } from './lib/checks.mjs';
import { runScript, say } from './lib/report.mjs';

await runScript(async () => {
  await buildAll({ types: true });
  const { failed } = await runChecks();
  say(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
