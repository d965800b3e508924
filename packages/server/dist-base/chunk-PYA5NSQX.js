// src/platform/storage/sqlite/node-sqlite.js
import { createRequire } from "module";
var require2 = createRequire(import.meta.url);
function loadSqlite() {
  try {
    const own = (
      /** @type {typeof import('@photostructure/sqlite')} */
      require2("node:sqlite")
    );
    if ("setReturnArrays" in own.StatementSync.prototype) return own;
  } catch {
  }
  return require2("@photostructure/sqlite");
}

export {
  loadSqlite
};
//# sourceMappingURL=chunk-PYA5NSQX.js.map