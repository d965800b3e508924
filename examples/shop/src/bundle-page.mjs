import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

/** @param {string} name */
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The page's script with the SDK in it, and its style sheet. */
export async function bundlePage() {
  const [bundle, style] = await Promise.all([
    build({
      entryPoints: [here('page.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      minify: true,
      // None of this repository's settings: the example uses the package as any shop would.
      tsconfigRaw: {},
    }),
    readFile(here('page.css'), 'utf8'),
  ]);
  // Bundled once: its helper process isn't needed any more.
  await stop();
  return { script: bundle.outputFiles[0]?.text ?? '', style };
}
