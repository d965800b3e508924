import { readFileSync } from 'node:fs';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { inRoot } from '../paths.mjs';

/** @typedef {{ safari: string, chrome: string, firefox: string }} Floor */
/** @typedef {import('@mdn/browser-compat-data').Identifier} Identifier */

export const DATA = /** @type {import('@mdn/browser-compat-data').CompatData} */ (bcd);

/** The packages that browsers run, by folder. */
export const PACKAGES = /** @type {const} */ (['widget-sdk', 'console', 'desk']);
/** The desk runs in the console's browsers. @type {Readonly<Record<string, string>>} */
const SHARED_FLOORS = { desk: 'console' };

/** @param {string} folder of a package @returns {Floor} */
export function floorOf(folder) {
  const owner = SHARED_FLOORS[folder] ?? folder;
  return JSON.parse(readFileSync(inRoot(`packages/${owner}/browser-floor.json`), 'utf8'));
}

/**
 * The browsers of the floor that lack a feature, such as `Safari 15.4 (has it from 16.4)`; empty if all have it.
 * @param {Identifier | undefined} feature @param {Floor} floor @returns {string[]}
 */
export function lacking(feature, floor) {
  const support = feature?.__compat?.support;
  if (!support) return [];
  return Object.entries(floor).flatMap(([browser, version]) => {
    const known = support[/** @type {keyof Floor} */ (browser)];
    const usable = [known ?? []].flat().filter(isPlain);
    if (known === undefined || usable.some((one) => isIn(one, version))) return [];
    const from = usable.map(({ version_added: added }) => added).find(Boolean);
    return [`${browser} ${version} (${from ? `has it from ${from}` : 'has none'})`];
  });
}

/**
 * Whether the feature is supported without a flag and under its own name.
 * @param {import('@mdn/browser-compat-data').SimpleSupportStatement} statement
 */
const isPlain = ({ flags, prefix, alternative_name }) => !flags && !prefix && !alternative_name;

/**
 * @param {import('@mdn/browser-compat-data').SimpleSupportStatement} statement @param {string} version
 */
function isIn({ version_added: added, version_removed: removed }, version) {
  return isUpTo(added, version) && !isUpTo(removed ?? false, version);
}

/** @param {string | boolean} first @param {string} version */
function isUpTo(first, version) {
  if (typeof first === 'boolean') return first;
  if (first === 'preview') return false;
  const [a, b] = [first.replace('≤', ''), version].map((text) => text.split('.').map(Number));
  const place = [0, 1].find((index) => (a?.[index] ?? 0) !== (b?.[index] ?? 0));
  return place === undefined || (a?.[place] ?? 0) < (b?.[place] ?? 0);
}
