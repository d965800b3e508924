// npm run pack -- FOLDER: the tarballs of the published packages. Publish them with `npm publish FILE`.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { packPackages } from './lib/pack-packages.mjs';
import { runScript, StepError } from './lib/report.mjs';

await runScript(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new StepError('say where to: npm run pack -- FOLDER');
  mkdirSync(folder, { recursive: true });
  await packPackages(resolve(folder));
});
