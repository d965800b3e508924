import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { inRoot, ROOT } from '../paths.mjs';
import { patternsBuiltBy } from './built.mjs';

/**
 * @typedef {object} Pattern
 * @property {string} source
 * @property {string} flags
 * @property {readonly string[]} places each `path:line` that has it
 */

/**
 * @typedef {object} Found
 * @property {string} place `path:line`
 * @property {string} source
 * @property {string} flags
 */

/** Most files have neither; reading them takes a while. */
const MAY_HAVE_PATTERN = /[\s=(,:?&|!{;[>]\/[^/*\s]|\bRegExp\b/;
const PROGRAM = /\.(?:ts|tsx|mjs|js)$/;
const FOLDERS = [
  ':(glob)packages/*/src/**',
  ':(glob)packages/*/build/**',
  ':(glob)packages/*/scripts/**',
  'scripts',
  'examples',
];

/**
 * Every regular expression of the sources, each once: the literals, and those that a module builds when it loads.
 * @returns {Promise<{ patterns: Pattern[], unseen: string[] }>} `unseen`: the places of `new RegExp` that build
 * their pattern later, out of what arrives
 */
export async function collectPatterns() {
  const files = sources();
  const building = files.filter(({ sites }) => sites.length > 0);
  const built = await patternsBuiltBy(building);
  const hit = new Set(built.map(({ place }) => place));
  const sites = building.flatMap(({ path, sites }) => sites.map(({ line }) => `${path}:${line}`));
  return {
    patterns: distinct([...files.flatMap(({ literals }) => literals), ...built]),
    unseen: sites.filter((place) => !hit.has(place)),
  };
}

/** @param {readonly Found[]} found @returns {Pattern[]} */
function distinct(found) {
  /** @type {Map<string, Pattern & { places: string[] }>} */
  const patterns = new Map();
  for (const { place, source, flags } of found) {
    const key = `${flags}/${source}`;
    const known = patterns.get(key);
    if (known) known.places.push(place);
    else patterns.set(key, { source, flags, places: [place] });
  }
  return [...patterns.values()];
}

function sources() {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', ...FOLDERS];
  return execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => PROGRAM.test(path) && existsSync(inRoot(path)))
    .map((path) => patternsIn(path, readFileSync(inRoot(path), 'utf8')));
}

/**
 * @param {string} path @param {string} text the file's
 * @returns {{ path: string, literals: Found[], sites: { line: number, start: number, end: number }[] }} `sites`:
 * where it calls `RegExp`
 */
export function patternsIn(path, text) {
  /** @type {Found[]} */
  const literals = [];
  /** @type {{ line: number, start: number, end: number }[]} */
  const sites = [];
  if (!MAY_HAVE_PATTERN.test(text)) return { path, literals, sites };
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  /** @param {number} position */
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const place = `${path}:${lineOf(node.getStart(file))}`;
      literals.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (isRegExpCall(node)) {
      const start = node.getStart(file);
      sites.push({ line: lineOf(start), start, end: node.getEnd() });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, literals, sites };
}

/** @param {ts.Node} node */
function isRegExpCall(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}
