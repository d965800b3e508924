import { DATA, lacking } from './support.mjs';

/** @typedef {import('./support.mjs').Identifier} Identifier */

/**
 * A global, or a member of one: of the object itself, of its prototype, or of both.
 * @typedef {{ path: readonly string[], member: string | null, lacking: readonly string[] }} Api
 */

/** @param {string} name */
const isName = (name) => /^[A-Za-z_$][\w$]*$/.test(name);

/**
 * Every API and its browsers of the floor that lack it. An interface or namespace that is missing is one API, whatever
 * its members.
 * @param {import('./support.mjs').Floor} floor @returns {Api[]}
 */
export function newerApis(floor) {
  /** @type {Api[]} */
  const found = [];
  /** @param {string[]} path @param {Identifier} feature */
  const visit = (path, feature) => {
    const missing = lacking(feature, floor);
    if (missing.length > 0) {
      found.push({ path, member: null, lacking: missing });
      return;
    }
    const name = path.at(-1);
    for (const [key, inner] of Object.entries(feature)) {
      if (key === '__compat' || key === name || key.endsWith('_event') || !isName(key)) continue;
      if (/^[A-Z]/.test(key)) {
        visit([...path, key], /** @type {Identifier} */ (inner));
        continue;
      }
      const lacks = lacking(/** @type {Identifier} */ (inner), floor);
      if (lacks.length > 0) {
        found.push({ path, member: key.replace(/_static$/, ''), lacking: lacks });
      }
    }
  };
  for (const features of [DATA.api, DATA.javascript.builtins]) {
    for (const [name, feature] of Object.entries(features ?? {})) {
      if (isName(name) && !name.startsWith('__'))
        visit([name], /** @type {Identifier} */ (feature));
    }
  }
  return found;
}
