import type { Request, ResponseToolkit, Server } from '@hapi/hapi';
import { AppError } from '../../platform/errors';
import { escapeHtml } from '../../platform/mail/message';
import type { RateLimiter } from '../../platform/rate-limits/rate-limit';
import { STOP_PATH, type MailStops } from './stops';

export interface StopPageDeps {
  stops: Pick<MailStops, 'isValid' | 'stop'>;
  rateLimiter: RateLimiter;
  clientIp(request: Request): string;
}

const TEXTS = {
  ask: [
    'Ne plus recevoir d’e-mail de ces conversations ?',
    'Stop receiving e-mails about these conversations?',
  ],
  button: 'Arrêter · Stop',
  done: ['C’est fait : plus aucun e-mail ne sera envoyé.', 'Done: no more e-mails will be sent.'],
};
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
/** A mail program sends `List-Unsubscribe=One-Click` (RFC 8058). */
const MAX_BODY_BYTES = 1024;

/**
 * The page behind the stop link of a mail. Opening it changes nothing: mail scanners open every link. A mail program's
 * button sends a POST, and so does the button of the page.
 */
export function registerStopPage(server: Server, deps: StopPageDeps): void {
  const tokenOf = async (request: Request): Promise<string> => {
    await deps.rateLimiter.consume('visitor_per_ip', deps.clientIp(request));
    const { token } = request.query as { token?: unknown };
    if (typeof token === 'string' && deps.stops.isValid(token)) return token;
    throw new AppError('not_found');
  };
  const options = { auth: false as const, plugins: {} };

  server.route({
    method: 'GET',
    path: STOP_PATH,
    options,
    handler: async (request, h) => {
      await tokenOf(request);
      const button = `<form method="post"><button>${TEXTS.button}</button></form>`;
      return send(h, [...TEXTS.ask.map(paragraph), button]);
    },
  });
  server.route({
    method: 'POST',
    path: STOP_PATH,
    options: { ...options, payload: { parse: false, output: 'data', maxBytes: MAX_BODY_BYTES } },
    handler: async (request, h) => {
      const token = await tokenOf(request);
      await deps.stops.stop(token);
      return send(h, TEXTS.done.map(paragraph));
    },
  });
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function send(h: ResponseToolkit, body: string[]) {
  const page = [
    '<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>E-mail</title>',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="robots" content="noindex">',
    '<style>body{font:1.1em/1.5 sans-serif;max-width:30em;margin:3em auto;padding:0 1em}',
    'button{font:inherit;padding:.6em 1.2em}</style></head><body>',
    ...body,
    '</body></html>',
  ];
  return h
    .response(page.join('\n'))
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY);
}
