import { urlIn, type FoundUrl } from '../reading/hosts';
import type { Operator } from '../types';
import { replaced } from './changes';

/** Names an address that looks like the passage's one. */
const nearly = (name: string, change: (url: FoundUrl) => string | null): Operator => ({
  name,
  apply: (sentence) => {
    const url = urlIn(sentence);
    const made = url && change(url);
    if (!url || !made || made === url.text) return null;
    const isKnown = sentence.passage.text
      .toLowerCase()
      .includes(made.replace(/^https?:\/\//i, '').toLowerCase());
    return isKnown ? null : replaced(sentence, url.index, url.text.length, made);
  },
});

/** Changes the host alone. */
const host = (name: string, change: (host: string) => string): Operator =>
  nearly(name, (url) => {
    const made = change(url.host);
    return made === url.host ? null : url.scheme + made + url.path;
  });

/** Changes the registered name, such as `nuage` in `etat.nuage.example`. */
const registered = (change: (name: string) => string) => (text: string) =>
  text.replace(/[\w-]+(?=\.\w+$)/, change);

export const NEAR_HOST_OPERATORS: readonly Operator[] = [
  host('changes the top-level domain', (text) => text.replace(/\.\w+$/, '.net')),
  host('changes the top-level domain to a longer one', (text) => `${text}.co`),
  host('adds a country to the top-level domain', (text) => text.replace(/\.\w+$/, '.com.ru')),
  host('adds a subdomain', (text) => `pay.${text.replace(/^www\./, '')}`),
  host('changes the subdomain', (text) => text.replace(/^[\w-]+\.(?=[\w-]+\.)/, 'login.')),
  host('makes the host a subdomain of another one', (text) => `${text}.evil-shop.com`),
  host(
    'adds a word behind the name',
    registered((name) => `${name}-refund`),
  ),
  host(
    'adds a word in front of the name',
    registered((name) => `my-${name}`),
  ),
  host(
    'doubles a letter of the name',
    registered((name) => name.replace(/[aeiou]/, '$&$&')),
  ),
  host(
    'drops a letter of the name',
    registered((name) => name.slice(0, -1)),
  ),
  host(
    'swaps two letters of the name',
    registered((name) => name.replace(/^(\w)(\w)/, '$2$1')),
  ),
  host(
    'writes a digit for a letter',
    registered((name) => name.replace(/l/, '1').replace(/o/, '0')),
  ),
  host(
    'drops the hyphen of the name',
    registered((name) => name.replace('-', '')),
  ),
  host(
    'writes a Cyrillic letter in the name',
    registered((name) => name.replace(/a/, '\u0430').replace(/e/, '\u0435')),
  ),
  host(
    'writes a Greek letter in the name',
    registered((name) => name.replace(/o/, '\u03bf').replace(/u/, '\u03c5')),
  ),
  host(
    'puts an accent on the name',
    registered((name) => name.replace(/[aeiou]/, '$&\u0301')),
  ),
  host('adds a port', (text) => `${text}:8443`),
  nearly(
    'puts the host into the user name',
    ({ host: text, path }) => `https://${text}@evil-shop.com${path}`,
  ),
  nearly(
    'puts the host and a password into the user name',
    ({ host: text }) => `https://${text}:443@evil-shop.com/`,
  ),
  nearly(
    'puts the host into the path of another one',
    ({ host: text, path }) => `https://evil-shop.com/${text}${path}`,
  ),
  nearly('puts the host behind a backslash', ({ host: text }) => `https://evil-shop.com\\@${text}`),
  nearly(
    'puts the host into the query of another one',
    ({ host: text }) => `https://evil-shop.com/?to=${text}`,
  ),
  nearly(
    'links another host under the name of the right one',
    ({ host: text, path }) => `[${text}${path}](https://evil-shop.com)`,
  ),
  nearly('changes the path', ({ scheme, host: text, path }) =>
    path.length > 1 ? `${scheme}${text}/refund` : null,
  ),
  nearly('adds a folder to the path', ({ text, path }) =>
    path.length > 1 ? `${text}/refund` : null,
  ),
  nearly('changes the last letter of the path', ({ text, path }) =>
    path.length > 1 ? text.replace(/.$/, 'x') : null,
  ),
  nearly('adds a path', ({ scheme, host: text, path }) =>
    path.length > 1 ? null : `${scheme}${text}/login`,
  ),
  nearly('adds a query', ({ text }) => `${text}?pay=evil-shop.com`),
];
