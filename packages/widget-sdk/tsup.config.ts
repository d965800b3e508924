import type { Plugin } from 'esbuild';
import type { MinifyOptions } from 'terser';
import { defineConfig, type Options } from 'tsup';

const LOCALES = ['en', 'es', 'de', 'ar'];

/**
 * Leaves the languages out of every bundle: each is a file beside it, fetched when it is asked
 * for. A script tag's build can't be split, but its `import()` finds what lies beside it.
 */
export const lazyLocales: Plugin = {
  name: 'lazy-locales',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/locales\// }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `${path}.js`, external: true } : undefined,
    );
  },
};

/** terser makes half a kilobyte less of the client than esbuild does. */
export const terserOptions = {
  ecma: 2020,
  compress: { passes: 3, pure_getters: true, unsafe_arrows: true },
} satisfies MinifyOptions;

const shared = {
  platform: 'browser',
  target: 'es2022',
  sourcemap: true,
  esbuildPlugins: [lazyLocales],
  // The HTTP library is inside: a page needs one release of it, and only what that can do.
  noExternal: [/./],
  minify: 'terser',
} satisfies Options;

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      frames: 'src/frames.ts',
      widget: 'src/widget/index.ts',
      ...Object.fromEntries(
        LOCALES.map((name) => [`locales/${name}`, `src/widget/locales/${name}.ts`]),
      ),
    },
    format: ['esm'],
    terserOptions: { ...terserOptions, module: true },
    dts: {
      entry: { index: 'src/index.ts', frames: 'src/frames.ts', widget: 'src/widget/index.ts' },
      compilerOptions: { ignoreDeprecations: '6.0' },
    },
    // The other half's files are its own business: both are built at the same time.
    clean: ['**/*', '!*.global.js*'],
  },
  {
    ...shared,
    entry: { widget: 'src/widget/global.ts', loader: 'src/widget/loader.ts' },
    format: ['iife'],
    terserOptions: { ...terserOptions, toplevel: true },
  },
]);
