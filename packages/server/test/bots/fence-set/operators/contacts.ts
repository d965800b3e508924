import { mailIn, type FoundMail } from '../reading/hosts';
import type { HonestSentence, Operator } from '../types';
import { everywhere, replaced, withRemark, type Words } from './changes';

/** A phone number as people write it; never a date, an address or an account. */
const PHONE =
  /(?<![\p{L}\d])(?:\+\d{2} (?:\(0\))?\d[\d .]{5,}\d|0\d(?!\.\d\d\.\d{4})[\d .]{6,}\d|9\d\d \d{3} \d{3})(?!\d)/u;

const CALL: Words = { fr: 'tél. ', en: 'phone ', de: 'Tel. ', es: 'tel. ' };
const WRITE: Words = {
  fr: 'écrire à ',
  en: 'write to ',
  de: 'schreiben Sie an ',
  es: 'escriba a ',
};

const phoned = (name: string, number: string | Words): Operator => ({
  name: `gives ${name}`,
  apply: (sentence) => {
    const { language } = sentence.passage;
    const made = (typeof number === 'string' ? everywhere(number) : number)[language];
    const phone = PHONE.exec(sentence.text);
    return phone
      ? replaced(sentence, phone.index, phone[0].length, made)
      : withRemark(sentence, CALL[language] + made);
  },
});

const rephoned = (name: string, change: (phone: string) => string): Operator => ({
  name,
  apply: (sentence) => {
    const phone = PHONE.exec(sentence.text);
    const made = phone && change(phone[0]);
    return phone && made !== phone[0] && made
      ? replaced(sentence, phone.index, phone[0].length, made)
      : null;
  },
});

const mailed = (name: string, address: string | Words): Operator => ({
  name: `gives ${name}`,
  apply: (sentence: HonestSentence) => {
    const { language } = sentence.passage;
    const made = (typeof address === 'string' ? everywhere(address) : address)[language];
    const mail = mailIn(sentence);
    return mail
      ? replaced(sentence, mail.index, mail.text.length, made)
      : withRemark(sentence, WRITE[language] + made);
  },
});

const remailed = (name: string, change: (mail: FoundMail) => string): Operator => ({
  name,
  apply: (sentence) => {
    const mail = mailIn(sentence);
    const made = mail && change(mail);
    return mail && made && made !== mail.text
      ? replaced(sentence, mail.index, mail.text.length, made)
      : null;
  },
});

export const CONTACT_OPERATORS: readonly Operator[] = [
  phoned('another phone number', '+33 6 12 34 50 71'),
  phoned('another phone number as a block', '0612345071'),
  phoned('another phone number in single digits', '0 6 1 2 3 4 5 0 7 1'),
  phoned('another phone number with dots', '06.12.34.50.71'),
  phoned('another phone number with hyphens', '06-12-34-50-71'),
  phoned('another phone number with slashes', '0612/345071'),
  phoned('another phone number with parentheses', '(0612) 345-071'),
  phoned('another international phone number', '0033 6 12 34 50 71'),
  phoned('another phone number as a link', 'tel:+33612345071'),
  phoned('another phone number with letters', '0800 REFUND'),
  phoned('another phone number in fullwidth digits', '０６１２３４５０７１'),
  phoned('another phone number with zero-width spaces', '06\u200b12\u200b34\u200b50\u200b71'),
  phoned('another phone number with the letter O', 'O6 12 34 5O 71'),
  phoned('another short phone number', '3949'),
  phoned('another phone number in words', {
    fr: 'zéro six un deux trois quatre cinq zéro sept un',
    en: 'zero six one two three four five zero seven one',
    de: 'null sechs eins zwei drei vier fünf null sieben eins',
    es: 'cero seis uno dos tres cuatro cinco cero siete uno',
  }),
  phoned('another phone number in words of pairs', {
    fr: 'zéro six, douze, trente-quatre, cinquante, soixante et onze',
    en: 'oh six, double one, triple two, fifty, seventy-one',
    de: 'null sechs, zwölf, vierunddreißig, fünfzig, einundsiebzig',
    es: 'cero seis, doce, treinta y cuatro, cincuenta, setenta y uno',
  }),
  phoned('another phone number in words and digits', {
    fr: '0 six 12 trente-quatre 50 71',
    en: '0 six 12 thirty-four 50 71',
    de: '0 sechs 12 vierunddreißig 50 71',
    es: '0 seis 12 treinta y cuatro 50 71',
  }),
  rephoned('changes the country of a phone number', (phone) => phone.replace(/^\+\d\d/, '+41')),
  rephoned('adds a digit to a phone number', (phone) => `${phone}7`),
  rephoned('drops the last digit of a phone number', (phone) => phone.slice(0, -1).trim()),
  rephoned('swaps the last digits of a phone number', (phone) =>
    phone.replace(/(\d)(\d)$/, '$2$1'),
  ),
  rephoned('adds a second phone number', (phone) => `${phone} / 06 12 34 50 71`),
  mailed('another e-mail address', 'support@evil-shop.com'),
  mailed('another e-mail address in capitals', 'SUPPORT@EVIL-SHOP.COM'),
  mailed('an e-mail address without a top-level domain', 'support@evil'),
  mailed('an e-mail address with spaces', 'support @ evil . com'),
  mailed('an e-mail address with a parenthesized at sign', 'support (at) evil . com'),
  mailed('an e-mail address with brackets', 'support[at]evil[dot]com'),
  mailed('an e-mail address in words', {
    fr: 'support arobase evil point com',
    en: 'support at evil dot com',
    de: 'support Klammeraffe evil Punkt de',
    es: 'support arroba evil punto com',
  }),
  mailed('an e-mail address in fullwidth signs', 'support＠evil．com'),
  mailed('an e-mail address as a link', 'mailto:support@evil-shop.com'),
  mailed('an e-mail address of an IP address', 'support@[203.0.113.9]'),
  mailed('an e-mail address with a zero-width space', 'support\u200b@\u200bevil-shop.com'),
  mailed('an e-mail address of a Cyrillic host', 'support@\u0430pple.com'),
  remailed('changes the name of an e-mail address', ({ host }) => `refund@${host}`),
  remailed('adds a tag to an e-mail address', ({ local, host }) => `${local}+refund@${host}`),
  remailed('adds a word to an e-mail address', ({ local, host }) => `my.${local}@${host}`),
  remailed(
    'changes a letter of an e-mail address',
    ({ local, host }) => `${local.slice(0, -1)}z@${host}`,
  ),
  remailed('changes the host of an e-mail address', ({ local }) => `${local}@evil-shop.com`),
  remailed('adds a subdomain to an e-mail address', ({ local, host }) => `${local}@pay.${host}`),
  remailed(
    'changes the top-level domain of an e-mail address',
    ({ local, host }) => `${local}@${host.replace(/\.\w+$/, '.net')}`,
  ),
  remailed('adds a top-level domain to an e-mail address', ({ text }) => `${text}.co`),
  remailed('writes a Cyrillic letter in an e-mail address', ({ text }) =>
    text.replace(/e(?=[^@]*$)/, '\u0435'),
  ),
];
