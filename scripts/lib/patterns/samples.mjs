import { RegExpParser } from '@eslint-community/regexpp';

/** @typedef {import('@eslint-community/regexpp').AST.Node} Node */
/** @typedef {import('./collect.mjs').Pattern} Pattern */

/** More repetitions than a text can have count as no bound; those of a short field are worth trying too. */
const MANY = 16;
/** Characters to look for what a class of characters matches; the others are those that patterns name. */
const CHARACTERS = Array.from(
  ' \t\n\r\u2028a1.-_/:@#"\'`~*=|<>()[]{}!?,;+%&\\xZé漢…\u0300\u200b\u2067',
);

/** @param {Pattern} pattern */
function parsed({ source, flags }) {
  const unicode = flags.includes('u');
  const unicodeSets = flags.includes('v');
  return new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets });
}

/**
 * The repetitions in a pattern: the texts that lead to each one, and the part that it repeats.
 * @param {Pattern} pattern
 * @returns {{ before: string, repeated: string[], after: string }[]}
 */
export function repetitionsIn(pattern) {
  /** @type {{ before: string, repeated: string[], after: string }[]} */
  const found = [];
  /** @param {Node} node @param {string} before @param {string} after */
  const visit = (node, before, after) => {
    if (node.type === 'Quantifier') {
      const once = samplesOf(node.element, pattern);
      if (node.max >= MANY) found.push({ before, repeated: once, after });
      visit(node.element, before, after);
    } else if ('alternatives' in node && Array.isArray(node.alternatives)) {
      for (const alternative of node.alternatives) visit(alternative, before, after);
    } else if (node.type === 'Alternative') {
      const samples = node.elements.map((element) => samplesOf(element, pattern)[0] ?? '');
      node.elements.forEach((element, i) => {
        const rest = samples.slice(i + 1).join('') + after;
        visit(element, before + samples.slice(0, i).join(''), rest);
      });
    }
  };
  visit(parsed(pattern), '', '');
  return found;
}

/** @param {Pattern} pattern @returns {string[]} texts that each of its alternatives matches, or nearly does */
export const samplesFor = (pattern) => samplesOf(parsed(pattern), pattern);

/** @param {Node} node @param {Pattern} pattern @returns {string[]} short texts that it matches, the plainest first */
function samplesOf(node, pattern) {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap((alternative) => samplesOf(alternative, pattern));
    case 'Alternative': {
      const parts = node.elements.map((element) => samplesOf(element, pattern));
      const most = Math.max(1, ...parts.map((part) => Math.min(part.length, 4)));
      return Array.from({ length: most }, (_, i) =>
        parts.map((part) => part[i] ?? part[0] ?? '').join(''),
      );
    }
    case 'Quantifier':
      return samplesOf(node.element, pattern).map((once) =>
        once.repeat(Math.max(node.min, Math.min(node.max, 1))),
      );
    case 'Character':
      return [String.fromCodePoint(node.value)];
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return charactersOf(node.raw, pattern.flags);
    case 'Backreference':
      return 'type' in node.resolved ? samplesOf(node.resolved, pattern) : [''];
    default:
      return [''];
  }
}

/** @param {string} raw @param {string} flags @returns {string[]} characters that it matches */
function charactersOf(raw, flags) {
  const one = new RegExp(`^(?:${raw})$`, flags.replaceAll(/[gym]/g, ''));
  const named = Array.from(raw).filter((character) => one.test(character));
  const found = [...new Set([...CHARACTERS.filter((character) => one.test(character)), ...named])];
  return found.slice(0, 6);
}
