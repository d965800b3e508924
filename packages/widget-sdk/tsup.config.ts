import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { defineConfig, type Options } from 'tsup';
import { LANGUAGES } from './src/languages';

/** The oldest browsers that the widget supports. The build rewrites the syntax that they lack. */
const floor = readFileSync(new URL('browser-floor.json', import.meta.url), 'utf8');
export const BROWSER_FLOOR = JSON.parse(floor) as Record<'safari' | 'chrome' | 'firefox', string>;
export const TARGET = Object.entries(BROWSER_FLOOR).map(([browser, version]) => browser + version);

/** English is part of the widget: it has to be readable when nothing can be fetched. */
const LOCALES = LANGUAGES.filter((language) => language !== 'en');

const manifest = readFileSync(new URL('package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };
/** The version that the loader states. */
export const define = { WIDGET_VERSION: JSON.stringify(version) };

/** Where TypeScript writes the declarations of each source. */
const DECLARATIONS = '../../.declarations/packages/widget-sdk/src';

/** The files that pages fetch only when they need them: name in the build → source. */
export const LAZY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    LOCALES.map((name) => [`locales/${name}`, `src/widget/locales/${name}.ts`]),
  ),
  'client-files': 'src/files/client-files.ts',
  'widget-files': 'src/widget/files/widget-files.ts',
};

/** The files that the relay serves to pages with the script tag. */
export const SERVED_FILES = [
  'loader.global.js',
  'widget.global.js',
  ...Object.keys(LAZY).map((name) => `${name}.js`),
];

/**
 * Leaves these files out of every bundle: each is next to it, and is fetched when it is needed. A script tag's build
 * can't be split, but its `import()` finds the files next to it.
 */
export const lazyFiles: Plugin = {
  name: 'lazy-files',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      const name = Object.keys(LAZY).find((known) => path.endsWith(`/${known}`));
      return name && kind === 'dynamic-import'
        ? { path: `./${name}.js`, external: true }
        : undefined;
    });
  },
};

/**
 * A page that has the public client already isn't to fetch it twice: the element's module imports
 * it from the file next to it.
 */
const clientBeside = (file: string): Plugin => ({
  name: 'client-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/index$/ }, () => ({ path: file, external: true }));
  },
});

/** The types of the tag in React and Vue: they stand next to the element's own, in both kinds of modules. */
function writeFrameworkTypes(): Promise<void> {
  for (const name of ['react', 'vue']) {
    const types = readFileSync(`src/frameworks/${name}.d.ts`, 'utf8');
    for (const [ending, widget] of [
      ['d.ts', './widget.js'],
      ['d.cts', './widget.cjs'],
    ] as const) {
      writeFileSync(`dist/${name}.${ending}`, types.replaceAll('../widget/index', widget));
    }
  }
  return Promise.resolve();
}

const shared = {
  platform: 'browser',
  target: TARGET,
  sourcemap: true,
  splitting: false,
  minify: true,
} satisfies Options;

export default defineConfig(() => {
  // Not by `clean`: each of the three would remove files of the others.
  rmSync('dist', { recursive: true, force: true });
  return [
    {
      ...shared,
      entry: {
        index: 'src/index.ts',
        frames: 'src/frames.ts',
        rest: 'src/rest.ts',
        languages: 'src/languages.ts',
        texts: 'src/widget/locales/all.ts',
        attempt: 'src/attempt.ts',
        composing: 'src/widget/composing.ts',
        contrast: 'src/widget/contrast.ts',
        widget: 'src/widget/index.ts',
        ...LAZY,
      },
      esbuildPlugins: [lazyFiles, clientBeside('./index.js')],
      format: ['esm'],
      dts: {
        entry: {
          index: `${DECLARATIONS}/index.d.ts`,
          frames: `${DECLARATIONS}/frames.d.ts`,
          rest: `${DECLARATIONS}/rest.d.ts`,
          languages: `${DECLARATIONS}/languages.d.ts`,
          texts: `${DECLARATIONS}/widget/locales/all.d.ts`,
          attempt: `${DECLARATIONS}/attempt.d.ts`,
          composing: `${DECLARATIONS}/widget/composing.d.ts`,
          contrast: `${DECLARATIONS}/widget/contrast.d.ts`,
          widget: `${DECLARATIONS}/widget/index.d.ts`,
        },
        compilerOptions: { ignoreDeprecations: '6.0' },
      },
      onSuccess: writeFrameworkTypes,
    },
    {
      ...shared,
      // For programs that can't import modules, such as many test runners: in one piece, with what pages fetch later.
      entry: {
        index: 'src/index.ts',
        frames: 'src/frames.ts',
        rest: 'src/rest.ts',
        widget: 'src/widget/index.ts',
      },
      esbuildPlugins: [clientBeside('./index.cjs')],
      format: ['cjs'],
      dts: {
        entry: {
          index: `${DECLARATIONS}/index.d.ts`,
          frames: `${DECLARATIONS}/frames.d.ts`,
          rest: `${DECLARATIONS}/rest.d.ts`,
          widget: `${DECLARATIONS}/widget/index.d.ts`,
        },
        compilerOptions: { ignoreDeprecations: '6.0' },
      },
      sourcemap: false,
    },
    {
      ...shared,
      entry: { widget: 'src/widget/global.ts', loader: 'src/widget/loader.ts' },
      esbuildPlugins: [lazyFiles],
      define,
      format: ['iife'],
    },
  ];
});
