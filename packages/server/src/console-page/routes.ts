import type { Server } from '@hapi/hapi';
import { AppError } from '../platform/errors';
import { IMMUTABLE, readBuiltFiles, sendBuiltFile } from '../platform/http/built-files';

/** Allows nothing from other origins, and no HTML that is made from a string. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
};
/** Links to the API's description, for people and programs that look for it at the bare address (RFC 8631). */
const DOCUMENTS = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

/**
 * Serves the web console below `/console/`, and redirects `/` to it. A path that is no file gets the page, which reads
 * the rest of the address itself.
 */
export function registerConsolePage(server: Server, folder: string): void {
  const files = readBuiltFiles(folder);
  const page = files?.get('index.html');
  const options = { auth: false as const, plugins: {} };

  for (const path of ['/', '/console']) {
    server.route({
      method: 'GET',
      path,
      options,
      handler: ({ url }, h) => h.redirect(`/console/${url.search}`).header('link', DOCUMENTS),
    });
  }
  server.route({
    method: 'GET',
    path: '/console/{path*}',
    options,
    handler: async (request, h) => {
      const { path = '' } = request.params as { path?: string };
      if (!page) {
        throw new AppError('not_found', { message: 'The console has not been built.' });
      }
      const file = files?.get(path);
      const isAsset = path.startsWith('assets/');
      if (isAsset && !file) throw new AppError('not_found');
      const response = await sendBuiltFile(request, h, file ?? page);
      response.header('cache-control', isAsset ? IMMUTABLE : 'no-cache');
      response.header('cross-origin-resource-policy', 'same-origin');
      if ((file ?? page).type === 'text/html') {
        for (const [name, value] of Object.entries(PAGE_HEADERS)) response.header(name, value);
      }
      return response;
    },
  });
}
