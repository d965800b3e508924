import { createHash } from 'node:crypto';
import type { Server } from '@hapi/hapi';
import { AppError } from '../platform/errors';
import {
  builtFileOf,
  IMMUTABLE,
  readBuiltFiles,
  sendBuiltFile,
  type BuiltFile,
  type BuiltFiles,
} from '../platform/http/built-files';

const LOADER = 'loader.global.js';
/** The file that the loader imports from its own folder. */
const ENTRY = 'widget.global.js';
const LOADER_CACHE = 'public, max-age=300';

/** Any page may load the widget, even one that is cross-origin isolated. */
const FOR_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Serves the widget below `/widget/`: `loader.js`, and files whose folder is named after their content. */
export function registerWidgetFiles(server: Server, folder: string): void {
  const files = servedFiles(readBuiltFiles(folder));
  server.route({
    method: 'GET',
    path: '/widget/{path*}',
    options: {
      auth: false,
      plugins: {},
      ext: {
        onPreResponse: {
          method: ({ response }, h) => {
            const headers = 'isBoom' in response ? response.output.headers : response.headers;
            Object.assign(headers, FOR_ANY_PAGE);
            return h.continue;
          },
        },
      },
    },
    handler: async (request, h) => {
      const { path = '' } = request.params as { path?: string };
      const file = files.get(path);
      if (!file) throw new AppError('not_found');
      const response = await sendBuiltFile(request, h, file);
      return response.header('cache-control', path === 'loader.js' ? LOADER_CACHE : IMMUTABLE);
    },
  });
}

const byPath = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** The files by their paths below `/widget/`; empty if the widget has not been built. */
function servedFiles(built: BuiltFiles | null): ReadonlyMap<string, BuiltFile> {
  const loader = built?.get(LOADER);
  if (!built || !loader) return new Map();
  const fetched = [...built].filter(([path]) => path !== LOADER);
  const digest = createHash('sha256');
  for (const [path, { hash }] of fetched.toSorted(byPath)) digest.update(`${path} ${hash}\n`);
  const version = digest.digest('hex').slice(0, 16);
  const script = loader.content.toString().replaceAll(ENTRY, `${version}/${ENTRY}`);
  return new Map([
    ['loader.js', builtFileOf('loader.js', Buffer.from(script))],
    ...fetched.map(([path, file]) => [`${version}/${path}`, file] as const),
  ]);
}
