import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { DATA, lacking } from './support.mjs';

/** @typedef {import('./support.mjs').Identifier} Identifier */

const builtin = /** @type {Record<string, Record<string, Identifier>>} */ (
  DATA.javascript.builtins
);
const syntax = /** @type {Record<string, Identifier>} */ (DATA.javascript['regular_expressions']);

/** @type {Readonly<Record<string, Identifier | undefined>>} */
const FLAGS = {
  d: builtin['RegExp']?.['hasIndices'],
  v: builtin['RegExp']?.['unicodeSets'],
  s: builtin['RegExp']?.['dotAll'],
};

/**
 * Syntax of a regular expression that the oldest supported browsers lack.
 * @param {{ source: string, flags: string }} pattern @param {import('./support.mjs').Floor} floor @returns {string[]}
 */
export function newerSyntax({ source, flags }, floor) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {Identifier | undefined} feature */
  const need = (name, feature) => {
    const lacks = lacking(feature, floor);
    if (lacks.length > 0) found.add(`${name}: ${lacks.join(', ')}`);
  };
  for (const flag of flags) need(`flag ${flag}`, FLAGS[flag]);
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, unicode), {
    onAssertionEnter: ({ kind }) =>
      kind === 'lookbehind' && need(kind, syntax['lookbehind_assertion']),
    onCapturingGroupEnter: ({ name }) =>
      name && need('named group', syntax['named_capturing_group']),
    onModifiersEnter: () => need('modifiers', syntax['modifier']),
  });
  return [...found];
}
