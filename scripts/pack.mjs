// npm run pack -- FOLDER: builds the published packages as tarballs, and says how to install them on a server. Publish them
// with `npm publish FILE`.
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packPackages } from './lib/pack-packages.mjs';
import { runScript, say, StepError } from './lib/report.mjs';

await runScript(async () => {
  const [given] = process.argv.slice(2);
  if (given === undefined) throw new StepError('say where to: npm run pack -- FOLDER');
  const folder = resolve(given);
  mkdirSync(folder, { recursive: true });
  // `FOLDER/*.tgz` is to name this version alone.
  const older = tarballsIn(folder);
  if (older.length > 0) {
    throw new StepError(`${folder} has tarballs already (${older[0]}): name another folder`);
  }
  await packPackages(folder);
  say(`
Next: install all four on the server. They need each other.
  npm install --prefix /opt/chat-relay --ignore-scripts --no-audit --no-fund ${join(folder, '*.tgz')}
Then: "One server" in docs/OPERATIONS.md, from Configure on; for a relay that runs already, "Upgrade" there.`);
});

/** @param {string} folder */
function tarballsIn(folder) {
  return readdirSync(folder).filter((name) => name.endsWith('.tgz'));
}
