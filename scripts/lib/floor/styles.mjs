import postcss from 'postcss';
import { DATA, lacking } from './support.mjs';

/** @typedef {import('./support.mjs').Identifier} Identifier */

const css = /** @type {Record<string, Record<string, any>>} */ (/** @type {unknown} */ (DATA.css));

/** Values that are no keyword of their own property. */
const TYPES = /** @type {readonly [RegExp, string, string[]][]} */ ([
  [
    /\d(?:dvh|svh|lvh|dvw|svw|lvw|dvb|dvi)\b/,
    'dynamic viewport units',
    ['length', 'viewport_percentage_units_dynamic'],
  ],
  [/\dcq[whib]\b/, 'container units', ['length', 'container_query_length_units']],
  [/\bcolor-mix\(/, 'color-mix()', ['color', 'color-mix']],
  [/\blight-dark\(/, 'light-dark()', ['color', 'light-dark']],
  [/\boklch\(/, 'oklch()', ['color', 'oklch']],
  [/\boklab\(/, 'oklab()', ['color', 'oklab']],
  [
    /\b(?:rgb|hsl|hwb|color|oklch|lab|lch)\(\s*from\b/,
    'relative colors',
    ['color', 'color', 'relative_syntax'],
  ],
]);

/**
 * Features of a style sheet that the oldest supported browsers lack. Rules inside `@supports` are left out.
 * @param {string} text @param {import('./support.mjs').Floor} floor @param {ReadonlySet<string>} harmless by name, such as `text-wrap`
 * @returns {string[]}
 */
export function newerStyles(text, floor, harmless = new Set()) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {Identifier | undefined} feature */
  const need = (name, feature) => {
    if (harmless.has(name)) return;
    const lacks = lacking(feature, floor);
    if (lacks.length > 0) found.add(`${name}: ${lacks.join(', ')}`);
  };
  postcss.parse(text).walk((node) => {
    if (isAsked(node)) return;
    if (node.type === 'atrule') need(`@${node.name}`, css['at-rules']?.[node.name]);
    if (node.type === 'rule') {
      if (node.parent?.type === 'rule') need('nesting', css['selectors']?.['nesting']);
      for (const [, name = ''] of node.selector.matchAll(/::?([a-z-]+)/g))
        need(`:${name}`, css['selectors']?.[name]);
    }
    if (
      node.type !== 'decl' ||
      (node.prop.startsWith('--') && !/color-mix|light-dark|from /.test(node.value))
    )
      return;
    const property = css['properties']?.[node.prop];
    need(node.prop, property);
    for (const [word] of node.value.matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w(-])/g))
      need(`${node.prop}: ${word}`, property?.[word]);
    for (const [pattern, name, path] of TYPES) {
      if (pattern.test(node.value))
        need(
          name,
          path.reduce((at, key) => at?.[key], css['types']),
        );
    }
  });
  return [...found];
}

/** @param {postcss.Node} node */
function isAsked(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'atrule' && /** @type {postcss.AtRule} */ (at).name === 'supports') return true;
  }
  return false;
}
