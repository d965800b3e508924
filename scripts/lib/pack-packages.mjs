import { readFileSync } from 'node:fs';
import { buildAll } from './build-packages.mjs';
import { inRoot } from './paths.mjs';
import { step } from './report.mjs';
import { runQuietly } from './run.mjs';
import { publishedPackages } from './workspace.mjs';

/** Builds the published packages and packs them as publishing does, into a folder. @param {string} folder */
export async function packPackages(folder) {
  await buildAll({ types: true });
  const { packageManager } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  for (const { name, folder: cwd } of publishedPackages()) {
    await step(`pack ${name}`, () =>
      runQuietly('npx', ['--yes', packageManager, 'pack', '--pack-destination', folder], { cwd }),
    );
  }
}
