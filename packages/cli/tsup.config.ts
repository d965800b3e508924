import { copyFileSync, readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const { version } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
) as { version: string };

export default defineConfig({
  entry: ['src/main.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'es2022',
  dts: false,
  clean: true,
  sourcemap: true,
  // Part of the bundle, because Node takes 5 ms longer to find and read its files, at every call.
  noExternal: ['commander'],
  // commander calls `require` for modules of Node, which an ES module lacks.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  onSuccess: async () => {
    copyFileSync('node_modules/commander/LICENSE', 'dist/commander.LICENSE');
  },
  define: { __VERSION__: JSON.stringify(version) },
});
