import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads Node's own SQLite if it has everything that is used here (from 22.16 on), otherwise the package with
 * the same interface.
 * @returns {typeof import('@photostructure/sqlite')}
 */
export function loadSqlite() {
  try {
    const own = /** @type {typeof import('@photostructure/sqlite')} */ (require('node:sqlite'));
    if ('setReturnArrays' in own.StatementSync.prototype) return own;
  } catch {
    // Node 20 has none.
  }
  return require('@photostructure/sqlite');
}
