import { cpSync, existsSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** The web console's build, which is served from this one. */
const CONSOLE = '../console/dist';

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    server: 'src/app/relay.ts',
    'sqlite-worker': 'src/platform/storage/sqlite/sqlite-worker.js',
  },
  format: ['esm'],
  platform: 'node',
  target: 'es2022',
  dts: {
    compilerOptions: { ignoreDeprecations: '6.0' },
    entry: { main: 'src/main.ts', server: 'src/app/relay.ts' },
  },
  clean: true,
  sourcemap: true,
  onSuccess: async () => {
    if (!existsSync(CONSOLE)) return;
    cpSync(CONSOLE, 'dist/console', {
      recursive: true,
      filter: (path) => !path.endsWith('.map') && !path.endsWith('.built'),
    });
  },
});
