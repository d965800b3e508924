import type { Request, ResponseToolkit, Server } from '@hapi/hapi';
import { directionOf } from '@chat-relay/widget-sdk/languages';
import { AppError } from '../../platform/errors';
import { escapeHtml } from '../../platform/mail/message';
import type { RateLimiter } from '../../platform/rate-limits/rate-limit';
import type { TenantDirectory } from '../../tenants/directory';
import { say, voiceOf, type Voice } from '../../tenants/texts/voice';
import { STOP_PATH, type MailStops } from './stops';

export interface StopPageDeps {
  stops: Pick<MailStops, 'tenantOf' | 'stop'>;
  directory: Pick<TenantDirectory, 'find'>;
  rateLimiter: RateLimiter;
  clientIp(request: Request): string;
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
/** Room for the body that mail programs send: `List-Unsubscribe=One-Click` (RFC 8058). */
const MAX_BODY_BYTES = 1024;

/**
 * Serves the page behind the stop link of a mail. Opening it changes nothing, because mail scanners open every link.
 * The page's button and the button of a mail program send a POST.
 */
export function registerStopPage(server: Server, deps: StopPageDeps): void {
  const read = async (request: Request): Promise<{ token: string; voice: Voice }> => {
    await deps.rateLimiter.consume('visitor_per_ip', deps.clientIp(request));
    const { token, lang } = request.query as { token?: unknown; lang?: unknown };
    const tenantId = typeof token === 'string' ? deps.stops.tenantOf(token) : null;
    if (typeof token !== 'string' || tenantId === null) throw new AppError('not_found');
    // The tenant may have been deleted since the mail was sent.
    const tenant = await deps.directory.find(tenantId);
    const locale = typeof lang === 'string' ? lang : null;
    return { token, voice: voiceOf(tenant ?? { defaultLocale: 'en', texts: {} }, locale) };
  };
  const options = { auth: false as const, plugins: {} };

  server.route({
    method: 'GET',
    path: STOP_PATH,
    options,
    handler: async (request, h) => {
      const { voice } = await read(request);
      const label = escapeHtml(say(voice, 'stopButton'));
      const button = `<form method="post"><button>${label}</button></form>`;
      return send(h, voice, [paragraph(say(voice, 'stopQuestion')), button]);
    },
  });
  server.route({
    method: 'POST',
    path: STOP_PATH,
    options: { ...options, payload: { parse: false, output: 'data', maxBytes: MAX_BODY_BYTES } },
    handler: async (request, h) => {
      const { token, voice } = await read(request);
      await deps.stops.stop(token);
      return send(h, voice, [paragraph(say(voice, 'stopDone'))]);
    },
  });
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function send(h: ResponseToolkit, voice: Voice, body: string[]) {
  const { language } = voice;
  const page = [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(say(voice, 'stopTitle'))}</title>`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="robots" content="noindex">',
    '<style>:root{color-scheme:light dark}body{font:1.1em/1.5 sans-serif;max-width:30em;margin:3em auto;padding:0 1em}',
    'button{font:inherit;padding:.6em 1.2em}</style></head><body>',
    ...body,
    '</body></html>',
  ];
  return h
    .response(page.join('\n'))
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY);
}
