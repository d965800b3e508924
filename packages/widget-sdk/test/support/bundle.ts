import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { define, lazyFiles, TARGET } from '../../tsup.config';

const source = (path: string): string =>
  fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

/** A source file with everything it needs, as the package's build makes it for a browser. */
export async function bundle(path: string, format: 'esm' | 'iife' = 'iife'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source(path)],
    bundle: true,
    write: false,
    format,
    platform: 'browser',
    target: TARGET,
    plugins: [lazyFiles],
    define,
    minify: true,
    tsconfigRaw: {},
  });
  return outputFiles[0]?.text ?? '';
}

/** Bytes on the wire. */
export function gzippedBytes(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}
