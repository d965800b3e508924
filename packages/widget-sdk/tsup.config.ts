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

/**
 * A page that has the public client already isn't to fetch it twice: the element's module imports
 * it from the file beside it.
 */
const clientBeside: Plugin = {
  name: 'client-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/index$/ }, () => ({ path: './index.js', external: true }));
  },
};

/**
 * ky asks the browser what it can do. What this client never asks of it (streams, forms, and an
 * abort signal beside its own) is answered with no here, and so left out.
 */
export const kyWithout = {
  'globalThis.ReadableStream': 'undefined',
  'globalThis.FormData': 'undefined',
  'globalThis.AbortController': 'undefined',
};

/** terser makes half a kilobyte less of the client than esbuild does. */
export const terserOptions = {
  ecma: 2020,
  compress: { passes: 3, pure_getters: true, unsafe: true, unsafe_arrows: true },
  // ky's privates; nothing of ours or of the browser begins with `_`.
  mangle: { properties: { regex: /^_/ } },
  format: { preamble: '/*! MIT. With ky, MIT © Sindre Sorhus */' },
} satisfies MinifyOptions;

const shared = {
  platform: 'browser',
  target: 'es2022',
  sourcemap: true,
  esbuildPlugins: [lazyLocales, clientBeside],
  define: kyWithout,
  // In place of esbuild's summary: `preamble` above.
  esbuildOptions: (options) => void (options.legalComments = 'none'),
  splitting: false,
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
    esbuildPlugins: [lazyLocales],
    format: ['iife'],
    terserOptions: { ...terserOptions, toplevel: true },
  },
]);
