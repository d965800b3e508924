import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Node's own SQLite where it has all that is used here (from 22.16 on), elsewhere the package with
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
