import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { defineConfig } from 'tsup';

/** Oldest supported browsers. The build rewrites syntax that they lack. */
const floor = readFileSync(new URL('browser-floor.json', import.meta.url), 'utf8');
export const BROWSER_FLOOR = JSON.parse(floor) as Record<'safari' | 'chrome' | 'firefox', string>;

const OUT = 'dist';

/** Writes index.html after the build, because it refers to the files by their hashed names. */
const page: Plugin = {
  name: 'page',
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true;
    onEnd(({ metafile }) => {
      if (!metafile) return;
      const template = readFileSync('src/index.html', 'utf8');
      const html = template
        .replaceAll('%SCRIPT%', addressOf(fileOf(metafile, 'src/app/main.tsx')))
        .replace('%STYLE%', addressOf(fileOf(metafile, 'src/console.css')))
        .replace(/^ *%PRELOADS%\n/m, preloads(metafile));
      mkdirSync(OUT, { recursive: true });
      writeFileSync(join(OUT, 'index.html'), html);
    });
  },
};

const addressOf = (file: string): string => `/console/${file.slice(`${OUT}/`.length)}`;

function fileOf({ outputs }: Metafile, entryPoint: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`nothing was built from ${entryPoint}`);
  return found[0];
}

/** Preloads all imports of the first script, so that the browser requests them at once. */
function preloads(metafile: Metafile): string {
  const found = new Set<string>();
  const follow = (file: string): void => {
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(path)) continue;
      found.add(path);
      follow(path);
    }
  };
  follow(fileOf(metafile, 'src/app/main.tsx'));
  return [...found]
    .map((file) => `    <link rel="modulepreload" href="${addressOf(file)}" />\n`)
    .join('');
}

export default defineConfig({
  entry: { main: 'src/app/main.tsx', console: 'src/console.css' },
  outDir: OUT,
  format: ['esm'],
  platform: 'browser',
  target: Object.entries(BROWSER_FLOOR).map(([browser, version]) => browser + version),
  dts: false,
  clean: true,
  minify: true,
  // Browsers can't resolve package names: all dependencies are bundled.
  noExternal: [/.*/],
  splitting: true,
  esbuildPlugins: [page],
  esbuildOptions(options) {
    options.jsx = 'automatic';
    options.jsxImportSource = 'preact';
    options.entryNames = 'assets/[name]-[hash]';
    options.chunkNames = 'assets/[name]-[hash]';
    options.assetNames = 'assets/[name]-[hash]';
  },
});
