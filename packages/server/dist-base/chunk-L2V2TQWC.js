import {
  isConflict,
  isNotPrepared
} from "./chunk-AUDIUNLG.js";

// src/platform/storage/mysql/tls.ts
import { isIP } from "net";
import ipaddr from "ipaddr.js";
function databaseTls(url) {
  const given = url.searchParams.get("tls");
  if (given === null) return isPrivate(hostOf(url)) ? "off" : "verify";
  return given === "verify" || given === "off" ? given : null;
}
var isNamed = (url) => isIP(hostOf(url)) === 0;
var verifiedTls = (ca) => ({
  rejectUnauthorized: true,
  verifyIdentity: true,
  minVersion: "TLSv1.2",
  ...ca !== void 0 && { ca }
});
var hostOf = (url) => url.hostname.replace(/^\[(.*)\]$/, "$1");
var PRIVATE_RANGES = /* @__PURE__ */ new Set(["loopback", "private", "uniqueLocal", "linkLocal"]);
var PRIVATE_NAMES = /^[^.]+$|\.(localhost|local|internal|home\.arpa)$/i;
function isPrivate(host) {
  if (isIP(host) === 0) return PRIVATE_NAMES.test(host);
  return PRIVATE_RANGES.has(ipaddr.process(host).range());
}

// src/platform/storage/transactions.ts
import { setTimeout as wait } from "timers/promises";
async function runTransaction(parts) {
  const { sql, begin, joinModels, work } = parts;
  let joined;
  const tx = {
    dialect: sql.dialect,
    rows: sql.rows,
    run: sql.run,
    forModels: () => joined ??= joinModels()
  };
  if (begin === null) return work(tx);
  await sql.run(begin);
  try {
    const result = await work(tx);
    await sql.run("COMMIT");
    return result;
  } catch (error) {
    await sql.run("ROLLBACK").catch(() => void 0);
    throw error;
  } finally {
    await joined?.then((transaction) => transaction.commit()).catch(() => void 0);
  }
}
var FIRST_PAUSE_MS = 10;
var MAX_PAUSE_MS = 100;
async function retryConflicts(withinMs, attempt) {
  const deadline = performance.now() + withinMs;
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries);
      const isLate = performance.now() + pauseMs > deadline;
      if (isLate || !(isConflict(error) || isNotPrepared(error))) throw error;
      await wait(pauseMs);
    }
  }
}

// src/platform/storage/models.ts
import {
  DataTypes,
  Sequelize
} from "sequelize";

// src/platform/turns.ts
function createTurns(count) {
  const waiting = [];
  let free = count;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

// src/platform/storage/models.ts
var OPTIONS = {
  logging: false,
  define: { timestamps: false, freezeTableName: true }
};
function createModels(read, options, driverOf) {
  let joining;
  const newRoute = () => {
    let current = read;
    return (statement) => {
      if (/^(BEGIN|START TRANSACTION)/.test(statement)) {
        if (!joining) throw new Error("a transaction begins with database.transaction");
        current = joining;
        return null;
      }
      if (!/^(COMMIT|ROLLBACK)/.test(statement)) return current;
      current = read;
      return null;
    };
  };
  const sequelize = new Sequelize({ ...OPTIONS, ...options, dialectModule: driverOf(newRoute) });
  const oneAtATime = createTurns(1);
  return {
    sequelize,
    join: (sql) => oneAtATime(async () => {
      joining = sql;
      try {
        return await sequelize.transaction();
      } finally {
        joining = void 0;
      }
    })
  };
}
var TYPES = {
  text: DataTypes.TEXT,
  integer: DataTypes.BIGINT,
  bytes: DataTypes.BLOB
};
function modelOf({ sequelize }, { name, key, kinds }) {
  if (sequelize.isDefined(name)) return sequelize.model(name);
  const attributes = Object.entries(kinds).map(([column, { kind, isNullable }]) => [
    column,
    { type: TYPES[kind], allowNull: isNullable, primaryKey: key.includes(column) }
  ]);
  return sequelize.define(
    name,
    Object.fromEntries(attributes)
  );
}

export {
  databaseTls,
  isNamed,
  verifiedTls,
  createTurns,
  runTransaction,
  retryConflicts,
  createModels,
  modelOf
};
//# sourceMappingURL=chunk-L2V2TQWC.js.map