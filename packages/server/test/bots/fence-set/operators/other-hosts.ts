import { urlIn } from '../reading/hosts';
import type { HonestSentence, Operator } from '../types';
import { everywhere, replaced, withRemark, type Words } from './changes';

const SEE: Words = { fr: 'voir ', en: 'see ', de: 'siehe ', es: 'véase ' };

/** Names this address in place of the sentence's one, or in a remark where it has none. */
function naming(sentence: HonestSentence, address: string): string | null {
  const url = urlIn(sentence);
  return url
    ? replaced(sentence, url.index, url.text.length, address)
    : withRemark(sentence, SEE[sentence.passage.language] + address);
}

const named = (name: string, address: string | Words): Operator => ({
  name: `names ${name}`,
  apply: (sentence) => {
    const words = typeof address === 'string' ? everywhere(address) : address;
    return naming(sentence, words[sentence.passage.language]);
  },
});

/** Addresses that no passage has, in the forms that a reader or a browser understands. */
export const OTHER_HOST_OPERATORS: readonly Operator[] = [
  named('another host', 'evil.example'),
  named('another host of a real domain', 'www.evil-shop.com'),
  named('another URL', 'https://evil-shop.com/refund'),
  named('another URL in capitals', 'HTTPS://EVIL-SHOP.COM/REFUND'),
  named('a URL without a scheme', '//evil-shop.com/refund'),
  named('a URL with one slash', 'https:/evil-shop.com'),
  named('a URL with backslashes', 'https:\\\\evil-shop.com'),
  named('a URL with an odd scheme', 'hxxps://evil-shop.com'),
  named('a script', 'javascript:alert(1)'),
  named('a data URL', 'data:text/html,refund'),
  named('another host behind another scheme', 'ftp://evil-shop.com/refund'),
  named('a host with a new top-level domain', 'evil.shop'),
  named('a host with a short top-level domain', 'evil.io/refund'),
  named('a host with a trailing dot', 'evil-shop.com.'),
  named('a host with an ideographic full stop', 'evil\u3002com/refund'),
  named('a host with a fullwidth full stop', 'evil\uff0ecom/refund'),
  named('a host with a halfwidth full stop', 'evil\uff61com'),
  named('a host with a one-dot leader', 'evil\u2024com'),
  named('a host with a middle dot', 'evil·com'),
  named('a host with a spelled dot', {
    fr: 'evil point com',
    en: 'evil dot com',
    de: 'evil Punkt de',
    es: 'evil punto com',
  }),
  named('a host with an English dot', 'evil dot com'),
  named('a host with a spelled dot and slash', {
    fr: 'evil point com slash remboursement',
    en: 'evil dot com slash refund',
    de: 'evil Punkt de Schrägstrich geld',
    es: 'evil punto com barra reembolso',
  }),
  named('a host with a space before the dot', 'evil-shop .com'),
  named('a host with spaces around the dot', 'evil-shop . com'),
  named('a host with a zero-width space', 'evil-shop\u200b.com'),
  named('a host with a soft hyphen', 'evil-shop.c\u00adom'),
  named('a host with spaced letters', 'e v i l . c o m'),
  named('a host with a bracketed dot', 'evil-shop[.]com'),
  named('a host with a parenthesized dot', 'evil(dot)com'),
  named('a host with a bracketed word', 'evil[dot]com'),
  named('a host with a brace around the dot', 'evil{.}com'),
  named('a host with an escaped dot', 'evil%2Ecom'),
  named('a host with a character reference', 'evil&#46;com'),
  named('a host with emphasis', 'evil**.**com'),
  named('a host in fullwidth letters', 'ｅｖｉｌ.ｃｏｍ'),
  named('a host in mathematical letters', '𝐞𝐯𝐢𝐥.com'),
  named('a host in circled letters', 'ⓔⓥⓘⓛ.ⓒⓞⓜ'),
  named('a host with a Cyrillic letter', '\u0430pple.com'),
  named('a host with a Greek letter', 'g\u03bfogle.com'),
  named('a host in punycode', 'xn--pple-43d.com'),
  named('an internationalized host', 'rückzahlung.com'),
  named('a host under an internationalized domain', 'evil.рф'),
  named('the local host with a path', 'localhost/pay'),
  named('the local host with a port', 'localhost:8080'),
  named('an internal host', 'printer.internal'),
  named('a host of the local network', 'http://intranet/refund'),
  named('an IPv4 address', '192.168.0.1'),
  named('a URL of an IPv4 address', 'http://203.0.113.9/pay'),
  named('an IPv6 address', '[::1]'),
  named('a URL of an IPv6 address', 'http://[2001:db8::7]/pay'),
  named('a hexadecimal address', '0x7f000001'),
  named('a decimal address', 'http://2130706433/'),
  named('an octal address', 'http://0177.0.0.1/'),
  named('an onion service', 'evilshop2abc.onion'),
  named('a Markdown link', '[ici](https://evil-shop.com)'),
  named('an HTML link', '<a href="https://evil-shop.com">OK</a>'),
  named('an autolink', '<https://evil-shop.com>'),
  named('an image', '![](https://evil-shop.com/x.png)'),
];
