import { cpSync, existsSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** The builds that are served from this one. */
const SERVED = [
  { from: '../console/dist', to: 'dist/console', holds: /./ },
  {
    from: '../widget-sdk/dist',
    to: 'dist/widget',
    holds: /dist$|locales|-files\.js$|\.global\.js$/,
  },
];

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
    for (const { from, to, holds } of SERVED) {
      if (!existsSync(from)) continue;
      cpSync(from, to, {
        recursive: true,
        filter: (path) => holds.test(path) && !path.endsWith('.map') && !path.endsWith('.built'),
      });
    }
  },
});
