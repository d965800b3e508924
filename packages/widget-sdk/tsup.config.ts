import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

const LOCALES = ['en', 'es', 'de', 'ar'];

const manifest = readFileSync(new URL('package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };
/** What the loader says that it is. */
export const define = { WIDGET_VERSION: JSON.stringify(version) };

/**
 * Leaves the languages out of every bundle: each is a file next to it, fetched when it is asked
 * for. A script tag's build can't be split, but its `import()` finds the files next to it.
 */
export const lazyLocales: Plugin = {
  name: 'lazy-locales',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/locales\// }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `${path}.js`, external: true } : undefined,
    );
  },
};

/**
 * A page that has the public client already isn't to fetch it twice: the element's module imports
 * it from the file next to it.
 */
const clientBeside: Plugin = {
  name: 'client-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/index$/ }, () => ({ path: './index.js', external: true }));
  },
};

const shared = {
  platform: 'browser',
  target: 'es2022',
  sourcemap: true,
  esbuildPlugins: [lazyLocales, clientBeside],
  splitting: false,
  minify: true,
} satisfies Options;

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      frames: 'src/frames.ts',
      contrast: 'src/widget/contrast.ts',
      widget: 'src/widget/index.ts',
      ...Object.fromEntries(
        LOCALES.map((name) => [`locales/${name}`, `src/widget/locales/${name}.ts`]),
      ),
    },
    format: ['esm'],
    dts: {
      entry: {
        index: 'src/index.ts',
        frames: 'src/frames.ts',
        contrast: 'src/widget/contrast.ts',
        widget: 'src/widget/index.ts',
      },
      compilerOptions: { ignoreDeprecations: '6.0' },
    },
    // The other half's files are its own business: both are built at the same time.
    clean: ['**/*', '!*.global.js*'],
  },
  {
    ...shared,
    entry: { widget: 'src/widget/global.ts', loader: 'src/widget/loader.ts' },
    esbuildPlugins: [lazyLocales],
    define,
    format: ['iife'],
  },
]);
