import { build, type Loader } from 'esbuild';

const LOADERS: Record<string, Loader> = { '.js': 'js', '.css': 'css' };
/** A file that code names without importing it: a worker, a picture, a sound, the widget of the loader. */
const NAMED =
  /["'`](?!https?:)([\w./-]+\.(?:js|css|html|ico|png|svg|webp|mp3|wav|woff2|webmanifest))["'`]/g;
/** Matches that are no addresses: a product's name, and the path by which the loader finds its script tag. */
const NO_ADDRESSES = ['Node.js', 'widget/loader.js'];
const IN_PAGE = /\s(?:src|href)="([^"#]+)"/g;
const IN_MANIFEST = /"src":\s*"([^"]+)"/g;

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].flatMap(([, address]) => address ?? []);

/** The addresses that a file loads, as they stand in it. @param path its own, whose ending says what it is */
export async function addressesIn(path: string, text: string): Promise<string[]> {
  if (path.endsWith('.html') || path.endsWith('/')) return all(IN_PAGE, text);
  if (path.endsWith('.webmanifest')) return all(IN_MANIFEST, text);
  const loader = LOADERS[/\.\w+$/.exec(path)?.[0] ?? ''];
  if (loader === undefined) return [];
  const imported: string[] = [];
  await build({
    stdin: { contents: text, loader },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    plugins: [
      {
        name: 'addresses',
        setup: ({ onResolve }) => {
          onResolve({ filter: /./ }, ({ path, kind }) => {
            if (kind !== 'entry-point') imported.push(path);
            return kind === 'entry-point' ? undefined : { path, external: true };
          });
        },
      },
    ],
  });
  const named = loader === 'js' ? all(NAMED, text) : [];
  return [...imported, ...named.filter((name) => !NO_ADDRESSES.includes(name))];
}
