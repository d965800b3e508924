import { READ, type Notes, type Reader } from './notes';
import { unitOf } from './units';

const EXPRESSION =
  /(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)?(?: ?\p{Sc}| euros?)?(?: ?[*×x^+=÷/] ?-?(?:us\$|\p{Sc} ?|[a-z]{3} )?\d+(?:[.,]\d+)?)+(?![\p{N}])/gu;
/** Two numbers without a word between them: `three dozen`, `2 5`. */
const PAIR =
  /(?<![\p{L}\p{N}.,])(\d+(?:[.,]\d+)?) (?:; |de )?(?!\d{3}(?!\d))(?=(\d+(?:[.,]\d+)?))/gu;
/** `im 2. Stock`, `2.ª planta`. */
const ORDINAL_DOT =
  /\b(?:im|am|der|die|das|den|dem|des|zum|vom|beim|zur) \d{1,2}\. (?=\p{L})|\b\d{1,2}\.[ao]\b/gu;
const LAST_AMOUNT = /(?:us\$|\p{Sc}|(?<![a-z])[a-z]{3})?(?<!\d)\d+(?:[.,]\d+)?/gu;
const TOKEN = /[\p{L}\p{N}]+(?:[-_/][\p{L}\p{N}]+)*/gu;
const ORDINAL = /^\d+(?:er|ere|eme|st|nd|rd|th|o|a|s)$/u;
const FRENCH_ORDINAL = /^\d+e$/u;
const WITH_UNIT = /^\d+(?:-\d+)*(-?)(\p{L}+\d?)(?:\/\p{L}+)?$/u;
const MAGNITUDE = /^(?:k|bn|mn|mio|mrd|tsd)$/u;

/** Words with letters and digits, such as order numbers, vouchers, `2e3` and `th1rty`; and sums, such as `2×10`. */
export const readCodes: Reader = (text, notes) =>
  withoutPairs(text, notes)
    .replaceAll(ORDINAL_DOT, READ)
    .replaceAll(EXPRESSION, (sum) => {
      const plain = sum.replaceAll(' ', '');
      notes.claim(`sum:${plain.replaceAll('×', 'x')}`);
      return `${READ}${plain.match(LAST_AMOUNT)?.at(-1) ?? ''}`;
    })
    .replaceAll(TOKEN, (token) => {
      if (!/\p{N}/u.test(token)) {
        if (/^[ivxlcdm]{2,}h?$/u.test(token) && ROMAN.test(token.replace(/h$/u, '')))
          notes.claim(`code:${token}`);
        return token;
      }
      if (!/\p{L}/u.test(token) || unitOf(token, true) !== undefined) return token;
      if (ORDINAL.test(token)) return READ;
      if (notes.language === 'fr' && FRENCH_ORDINAL.test(token)) return READ;
      const [, hyphen, word = ''] = WITH_UNIT.exec(token) ?? [];
      if (word !== '' && (unitOf(word, true) !== undefined || MAGNITUDE.test(word)))
        return hyphen === '' ? token : token.replace(/-(?=\p{L})/u, ' ');
      if (hyphen === '-' && word.length > 3) return token.replace(/-(?=\p{L})/u, ' ');
      notes.claim(`code:${token}`);
      return READ;
    });

function withoutPairs(text: string, notes: Notes): string {
  for (const [, first, second] of text.matchAll(PAIR)) notes.claim(`sum:${first} ${second}`);
  return text;
}

/** Roman numbers from 2, except words such as `mix`, `mi` and `di`. */
const ROMAN =
  /^(?!mix$|mi$|di$|dix$|il$|mil$|mm$|cm$|ml$|cl$|dl$|md$|cd$|dm$|id$|lid$|mild$|vivid$|civic$|civil$|livid$|mid$|did$|dim$|dil$|lil$|vil$|mdl$)(?:ii|iii|iv|vi{1,3}|ix|x{1,3}(?:i{1,3}|iv|vi{0,3}|ix)?|[clxvi]{3,})$/u;
