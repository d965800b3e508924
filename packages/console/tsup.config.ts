import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { defineConfig } from 'tsup';

const OUT = 'dist';

/** The page is written last, because it names the files by their content. */
const page: Plugin = {
  name: 'page',
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true;
    onEnd(({ metafile }) => {
      if (!metafile) return;
      const template = readFileSync('src/index.html', 'utf8');
      const html = template
        .replace('%SCRIPT%', addressOf(metafile, 'src/app/main.tsx'))
        .replace('%STYLE%', addressOf(metafile, 'src/console.css'));
      mkdirSync(OUT, { recursive: true });
      writeFileSync(join(OUT, 'index.html'), html);
    });
  },
};

function addressOf({ outputs }: Metafile, entryPoint: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`nothing was built from ${entryPoint}`);
  return `/console/${found[0].slice(`${OUT}/`.length)}`;
}

export default defineConfig({
  entry: { main: 'src/app/main.tsx', console: 'src/console.css' },
  outDir: OUT,
  format: ['esm'],
  platform: 'browser',
  target: 'es2022',
  dts: false,
  clean: true,
  minify: true,
  // The browser gets one bundle; nothing is left to be resolved at run time.
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
