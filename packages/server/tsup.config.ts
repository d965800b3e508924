import { cpSync, existsSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { SERVED_FILES } from '../widget-sdk/tsup.config';

const CONSOLE = '../console/dist';
const WIDGET = '../widget-sdk/dist';
const DECLARATIONS = '../../.declarations/packages/server/src';

/** Copies the builds that are served from this one. A file that is missing ends the build. */
function copyServed() {
  if (existsSync(CONSOLE)) {
    const isServed = (path: string) => !/\.map$|\.built$/.test(path);
    cpSync(CONSOLE, 'dist/console', { recursive: true, filter: isServed });
  }
  if (!existsSync(WIDGET)) return;
  for (const file of SERVED_FILES) cpSync(`${WIDGET}/${file}`, `dist/widget/${file}`);
}

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    server: 'src/server.ts',
    'knowledge-worker': 'src/bots/knowledge/thread/knowledge-worker.ts',
    'sqlite-worker': 'src/platform/storage/sqlite/sqlite-worker.js',
  },
  format: ['esm'],
  platform: 'node',
  target: 'es2022',
  dts: {
    compilerOptions: { ignoreDeprecations: '6.0' },
    entry: { server: `${DECLARATIONS}/server.d.ts` },
  },
  clean: true,
  sourcemap: true,
  onSuccess: async () => copyServed(),
});
