import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import { buildOnce } from './build-once';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The relay's program, made from the sources as they are. */
export async function bundleRelay(): Promise<{ script: string }> {
  const folder = await buildOnce('server', async (building) => {
    // Laid out like the package.
    copyFileSync(`${ROOT}packages/server/package.json`, `${building}/package.json`);
    await build({
      config: false,
      tsconfig: `${ROOT}tsconfig.json`,
      entry: {
        main: `${ROOT}packages/server/src/main.ts`,
        'knowledge-worker': `${ROOT}packages/server/src/bots/knowledge/thread/knowledge-worker.ts`,
        'sqlite-worker': `${ROOT}packages/server/src/platform/storage/sqlite/sqlite-worker.js`,
      },
      outDir: `${building}/dist`,
      format: ['esm'],
      platform: 'node',
      target: 'node20',
      skipNodeModulesBundle: true,
      silent: true,
    });
  });
  return { script: `${folder}/dist/main.js` };
}
