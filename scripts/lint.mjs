// npm run lint [-- NAME…]: all checks of a built repository, or those with the given names, without a build.
import { buildAll } from './lib/build-packages.mjs';
import { checksNamed, runChecks } from './lib/checks.mjs';
import { runScript, say } from './lib/report.mjs';

await runScript(async () => {
  const checks = checksNamed(process.argv.slice(2));
  if (process.argv.length === 2) await buildAll({ types: true, isForTests: true });
  const { failed } = await runChecks({ checks });
  say(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
