import { sanitiseLine } from '../terminal/sanitise';

/** An HTTP response. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

const SHOWN_CHARS = 80;
const GATEWAY = [502, 503, 504];

/** Describes a response that is not a relay's, and says what to do. */
export function describeForeign(url: string, { status, headers, text }: HttpAnswer): string {
  if (status >= 300 && status < 400) {
    const target = sanitiseLine(headers.get('location') ?? 'another address');
    return `${url} redirects to ${target}. Use that address with --url.`;
  }
  const server = headers.get('server');
  const by = server === null ? '' : ` (${sanitiseLine(server).slice(0, SHOWN_CHARS)})`;
  if (GATEWAY.includes(status)) {
    return `${url}: a proxy${by} answers ${status} in the relay's place: the relay behind it is down, or still starting. Start it, and see its log.`;
  }
  const title = /<title[^>]{0,100}>([^<]{0,200})/i.exec(text)?.[1]?.trim() ?? '';
  const isPage = headers.get('content-type')?.includes('html') || /^\s*</.test(text);
  const what = isPage
    ? `a web page${title && ` “${sanitiseLine(title).slice(0, SHOWN_CHARS)}”`}`
    : 'something';
  return `${url} answered ${status} with ${what}${by}, but not as a chat relay does: a proxy or another server answers there. Check --url, and that the proxy passes /api/v1 to the relay.`;
}
