import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The relay's program, made from the sources as they are. */
export async function bundleRelay(): Promise<{ script: string; remove(): void }> {
  // Inside the package, where the bundle finds what it depends on, and laid out like the package.
  const cache = `${ROOT}packages/server/node_modules/.cache`;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(`${cache}/crash-`);
  copyFileSync(`${ROOT}packages/server/package.json`, `${folder}/package.json`);
  await build({
    config: false,
    tsconfig: `${ROOT}tsconfig.json`,
    entry: [`${ROOT}packages/server/src/main.ts`],
    outDir: `${folder}/dist`,
    outExtension: () => ({ js: '.mjs' }),
    format: ['esm'],
    platform: 'node',
    target: 'node20',
    skipNodeModulesBundle: true,
    silent: true,
  });
  return {
    script: `${folder}/dist/main.mjs`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
