import { parse as parseHost } from 'tldts';
import { READ, type Notes, type Reader } from './notes';

const BRACKETED_DOT = /\s?(?:[[({] ?(?:\.|dot|punkt|point|punto) ?[\])}])\s?/giu;
const BRACKETED_AT = /\s?(?:[[({] ?(?:@|at|arobase|arroba) ?[\])}])\s?/giu;
/** `dot`, `point` and so on before a top-level domain, except domains that are also words, such as `in` and `de`. */
const SPOKEN_DOT =
  /(?<=[\p{L}\p{N}]) (?:dot (?!(?:in|is|it|at|as|so|no|to|me|my|am|be)\b)|punkt (?!(?:am|in|im|an|so|es|zu|ist)\b)|point (?!(?:de|et|es|me|la|a|ne|si|au)\b)|punto (?!(?:de|es|en|y|a|me|la|se|si)\b))(?=(\p{L}{2,24})\b)/giu;
const SPACED_DOT = / ?\. ?(?=(\p{Ll}{2,24})(?![\p{L}\p{N}]))/gu;
const IPV6 = /\[[\da-f]*:[\da-f:.]*\](?::\d{1,5})?(?:\/\S*)?/giu;
/** Schemes of links that run a program, or open one. */
const SCHEMES = /^(?:javascript|vbscript|data|file|intent|sms|ftp|blob|view-source):/iu;
const TOKEN = /[^\s<>"«»[\]|]+/gu;
/** Top-level names that lead nowhere on the public internet: private networks and examples (RFC 6761 and others). */
const SPECIAL_USE = new Set(
  'alt arpa corp example home host internal intranet invalid lan local localdomain localhost onion private test'.split(
    ' ',
  ),
);
/** Top-level domains that are no words of a sentence, so `name.com` is a host even without `www.` or a path. */
const BARE_ENDINGS = new Set('com net org info biz app shop site online xyz io'.split(' '));
const MAX_HOST = 253;

/** E-mail addresses, URLs and hosts, also in disguise: `evil dot com`, `evil[.]com`. */
export const readAddresses: Reader = (text, notes) => {
  const undressed = text
    .replaceAll(BRACKETED_DOT, '.')
    .replaceAll(BRACKETED_AT, '@')
    .replaceAll(SPOKEN_DOT, (spoken, ending: string) => (isTopLevel(ending) ? '.' : spoken))
    .replaceAll(SPACED_DOT, (dot, ending: string) =>
      dot !== '.' && isTopLevel(ending) ? '.' : dot,
    )
    .replaceAll(IPV6, (address) => {
      notes.claim(`host:${address.toLowerCase()}`);
      return READ;
    });
  return undressed.replaceAll(TOKEN, (token) => {
    const start = token.search(/[^('*_{“‘/\\]/u);
    const address = withoutEnd(token.slice(Math.max(start, 0)).replaceAll('\\', '/'));
    return start !== -1 && readAddress(address, notes)
      ? `${token.slice(0, start)}${READ}${token.slice(start + address.length)}`
      : token;
  });
};

function readAddress(token: string, notes: Notes): boolean {
  if (/^(?:mailto|tel):/iu.test(token))
    return readAddress(token.slice(token.indexOf(':') + 1), notes);
  if (SCHEMES.test(token)) {
    notes.claim(`url:${token}`);
    return true;
  }
  const scheme = token.indexOf('://');
  if (scheme > 0) {
    const { host, rest } = placeOf(token.slice(scheme + 3));
    const name = token.slice(0, scheme).toLowerCase();
    const isWeb = name === 'https' || name === 'http';
    notes.claim(`url:${name}://${host}${rest}`, ...(isWeb ? [`bare:${host}${rest}`] : []));
    notes.state(`host:${host}${rest}`, `host:${host}`);
    return true;
  }
  if (token.includes('@')) {
    notes.claim(`mail:${token.toLowerCase()}`);
    return true;
  }
  const { host, rest } = placeOf(token.slice(token.indexOf(',') + 1));
  if (!isHost(host, rest)) return false;
  notes.claim(`host:${host}${rest}`);
  notes.state(`host:${host}`, `bare:${host}${rest}`);
  return true;
}

function placeOf(text: string): { host: string; rest: string } {
  const end = text.search(/[/?#]/u);
  const host = end === -1 ? text : text.slice(0, end);
  const rest = end === -1 ? '' : text.slice(end);
  return { host: host.toLowerCase(), rest: rest === '/' ? '' : rest };
}

/** A name with `www.`, a path or a port is a host whatever its ending. */
function isHost(host: string, rest: string): boolean {
  const [name = '', port] = host.split(':', 2);
  if (name.length > MAX_HOST) return false;
  const labels = name.split('.');
  if (!labels.every((label) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(label))) return false;
  const isPlace = rest.startsWith('/') || (port !== undefined && /^\d{1,5}$/u.test(port));
  if (labels.length === 1) {
    const isTail = rest.startsWith('/') && BARE_ENDINGS.has(name); // `evil com/refund`
    return isTail || name === 'localhost' || (isPlace && port !== undefined && rest !== '');
  }
  if (labels.every((label) => /^\p{N}+$/u.test(label))) return labels.length === 4;
  const ending = labels.at(-1) ?? '';
  if (/^\p{N}/u.test(ending)) return false;
  if (labels.length > 2 && labels.every((label) => label.length > 1)) return true;
  return isPlace || labels[0] === 'www' || name.includes('xn--') || isTopLevel(ending, name);
}

function isTopLevel(ending: string, name = `name.${ending}`): boolean {
  if (SPECIAL_USE.has(ending.toLowerCase())) return true;
  const { isIcann, isPrivate } = parseHost(name.toLowerCase());
  return Boolean(isIcann) || Boolean(isPrivate);
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ".,;:!?)}'’»”*_".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
