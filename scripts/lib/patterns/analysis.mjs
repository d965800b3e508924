import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';

/** @typedef {import('./collect.mjs').Pattern} Pattern */

/** Runs the analyser in this process. Its other backends are programs that are not installed. */
process.env['RECHECK_SYNC_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

/** The automaton of a longer pattern, or of a larger repetition count, takes seconds to build. */
const MOST_CHARS = 150;
const MOST_COUNTED = 20;
/** A timeout far above the time that other patterns need. */
const MOST_MS = 10_000;

/**
 * The reason why analysers think that a pattern takes more than linear time; null if they do not.
 * @param {Pattern} pattern
 */
export function superLinear(pattern) {
  const { isUnbounded, isSimple } = shapeOf(pattern);
  if (!isUnbounded) return null;
  // A sticky pattern is tried at one place alone.
  const source = pattern.flags.includes('y') ? `^(?:${pattern.source})` : pattern.source;
  const flags = pattern.flags.replaceAll(/[gy]/g, '');
  const reason = inParts(source, flags);
  if (reason !== null || !isSimple || isAnchored(source, flags)) return reason;
  const found = checkSync(source, flags, { checker: 'automaton', timeout: MOST_MS });
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : null;
}

/**
 * Looks for two parts that can repeat over the same characters. It knows look-arounds and back references, which have
 * no automaton, but not that a search tries each place again.
 * @param {string} source @param {string} flags
 */
function inParts(source, flags) {
  const { reports } = analyse({ source, flags });
  return reports.length === 0 ? null : `${reports.length} parts repeat over the same text`;
}

/** Whether it is tried at the start of a text alone. @param {string} source @param {string} flags */
const isAnchored = (source, flags) =>
  source.startsWith('^') && !source.includes('|') && !flags.includes('m');

/** @param {Pattern} pattern */
function shapeOf({ source, flags }) {
  const shape = { isUnbounded: false, isSimple: source.length <= MOST_CHARS };
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, unicode), {
    onQuantifierEnter: ({ min, max }) => {
      if (max === Infinity) shape.isUnbounded = true;
      if (min > MOST_COUNTED || (max > MOST_COUNTED && max < Infinity)) shape.isSimple = false;
    },
    onBackreferenceEnter: () => {
      shape.isSimple = false;
    },
    onAssertionEnter: ({ kind }) => {
      if (kind === 'lookahead' || kind === 'lookbehind') shape.isSimple = false;
    },
  });
  return shape;
}
