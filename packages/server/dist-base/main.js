#!/usr/bin/env node
import {
  ROWS,
  SECRET_SETTINGS,
  SQLITE,
  VARIABLES,
  VERSION,
  createLog,
  defaultTextOf,
  readCheckedSettings,
  readConfig,
  readSettings
} from "./chunk-Z4SM6NPI.js";
import {
  loadSqlite
} from "./chunk-PYA5NSQX.js";
import "./chunk-L2V2TQWC.js";
import {
  ConfigError,
  MIGRATIONS,
  newId
} from "./chunk-TWHKTBGO.js";
import {
  codeOf,
  unavailability
} from "./chunk-AUDIUNLG.js";

// src/config/env-file.ts
import { statSync } from "fs";
var FILE = ".env";
function loadEnvFile() {
  if (!statSync(FILE, { throwIfNoEntry: false })?.isFile()) return;
  try {
    process.loadEnvFile(FILE);
  } catch (error) {
    throw new ConfigError([`${FILE}: can't be read`], { cause: error });
  }
  const broken = Object.keys(process.env).find((name) => name.includes("\n"));
  if (broken !== void 0) {
    throw new ConfigError([`${FILE}: the line before ${lastWord(broken)}= is not NAME=value`]);
  }
}
function lastWord(name) {
  return name.slice(name.lastIndexOf("\n") + 1).trim();
}

// src/config/print-config.ts
function printConfig(env) {
  const { values } = readCheckedSettings(env);
  const isLocal = values.ENV === "local";
  const printed = ROWS.map(([name, row]) => [name, printable(values[name], row, isLocal)]);
  return JSON.stringify(Object.fromEntries(printed), null, 2);
}
function printable(value, row, isLocal) {
  if (value === null) return row.isGenerated && isLocal ? "generated" : null;
  if (row.isSecret) return "set";
  if (Array.isArray(value)) return value.join(",") || null;
  if (typeof value === "number") return value;
  return withoutPassword(typeof value === "string" ? value : JSON.stringify(value));
}
function withoutPassword(text) {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password === "") return text;
  url.password = "***";
  return url.href;
}

// src/app/command-line/backup.ts
import { existsSync } from "fs";

// src/platform/storage/sqlite/copy.ts
import { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync } from "fs";
import { dirname } from "path";
var PAGES_A_STEP = 2e3;
async function copySqlite(from, to, ended) {
  assertAbsent(to);
  const partial = `${to}.${newId()}.partial`;
  const remove = () => {
    for (const suffix of ["", "-journal", "-wal", "-shm"])
      rmSync(partial + suffix, { force: true });
  };
  ended?.addEventListener("abort", remove);
  try {
    await copySnapshot(from, partial);
    ended?.throwIfAborted();
    publish(partial, to);
  } finally {
    remove();
  }
}
async function copySnapshot(from, to) {
  const { DatabaseSync, backup: backup2 } = loadSqlite();
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.exec("BEGIN");
    source.prepare("SELECT name FROM sqlite_schema").all();
    await backup2(source, to, { rate: PAGES_A_STEP });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  copy.exec("PRAGMA journal_mode = DELETE");
  copy.close();
}
function publish(partial, to) {
  try {
    linkSync(partial, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw error;
    assertAbsent(to);
    renameSync(partial, to);
  }
  const folder = openSync(dirname(to), "r");
  fsyncSync(folder);
  closeSync(folder);
}
function assertAbsent(path) {
  if (lstatSync(path, { throwIfNoEntry: false }) === void 0) return;
  throw Object.assign(new Error(`${path} exists`), { code: "EEXIST" });
}

// src/platform/storage/sqlite/inspect.ts
import { statSync as statSync2 } from "fs";
import { resolve } from "path";
import { pathToFileURL } from "url";
function inspectSqlite(path) {
  const { DatabaseSync } = loadSqlite();
  const url = pathToFileURL(resolve(path));
  const hasLog = (statSync2(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (!hasLog) url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true });
  const texts = (sql) => database.prepare(sql).all().map((row) => String(Object.values(row)[0]));
  try {
    const [checked = ""] = texts("PRAGMA integrity_check(1)");
    const integrity = checked.replaceAll(/\s+/g, " ");
    const tables = texts(
      // Not those of the search's index, which cannot be counted.
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
    );
    const migrations = tables.includes("migrations") ? texts("SELECT name FROM migrations ORDER BY name") : [];
    const counts = integrity === "ok" ? tables.map((name) => [name, count(name)]) : [];
    return { integrity, migrations, counts: Object.fromEntries(counts) };
  } finally {
    database.close();
  }
  function count(table) {
    return Number(texts(`SELECT COUNT(*) FROM "${table}"`)[0]);
  }
}

// src/app/command-line/backup.ts
var Refusal = class extends Error {
  name = "Refusal";
};
var backup = {
  names: ["backup"],
  operands: ["FILE"],
  doc: "copy the SQLite database to a new file, while the relay runs or not",
  run: (file = "") => withOneLine(async () => {
    const source = ownSqlite();
    if (!existsSync(source)) throw new Refusal(`${source}: there is no database`);
    await about(file, () => copySqlite(source, file, endOfProcess()));
  })
};
var verifyBackup = {
  names: ["verify-backup"],
  operands: ["FILE"],
  doc: "check a backup: its integrity, schema and numbers of rows, as JSON",
  run: (file = "") => withOneLine(async () => {
    if (!existsSync(file)) throw new Refusal(`${file}: there is no such file`);
    const { integrity, migrations, counts } = await about(file, () => inspectSqlite(file));
    const isOk = integrity === "ok";
    const schema = migrations.at(-1) ?? null;
    if (isOk && schema === null) throw new Refusal(`${file}: is not the database of a relay`);
    const isNewer = migrations.some((name) => MIGRATIONS.every((known) => known.name !== name));
    const report = { ok: isOk && !isNewer, schema, integrity, counts };
    process.stdout.write(`${JSON.stringify(report, null, 2)}
`);
    if (!isOk) throw new Refusal(`${file}: is damaged: ${integrity}`);
    if (isNewer) throw new Refusal(`${file}: is from a newer version of the relay (${schema})`);
  })
};
async function withOneLine(work) {
  process.removeAllListeners("warning");
  try {
    await work();
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConfigError)) throw error;
    process.stderr.write(`chat-relay: ${error.message.split("\n")[0]}
`);
    return 1;
  }
}
function ownSqlite() {
  loadEnvFile();
  const { DATA_DIR, DATABASE_URL } = process.env;
  const { values, problems } = readSettings({ DATA_DIR, DATABASE_URL });
  if (problems.length > 0) throw new ConfigError(problems);
  const url = values.DATABASE_URL;
  if (url.startsWith(SQLITE)) return url.slice(SQLITE.length);
  const { hostname, port, username, pathname } = new URL(url);
  throw new Refusal(
    `the database is not SQLite; run: mariadb-dump --single-transaction --quick --host ${hostname} --port ${port || 3306} --user ${username} --password ${pathname.slice(1)}`
  );
}
async function about(file, work) {
  try {
    return await work();
  } catch (error) {
    const { message } = error;
    const reason = codeOf(error) === "EEXIST" ? "exists already, and stays as it is" : message;
    throw new Refusal(`${file}: ${reason}`, { cause: error });
  }
}
function endOfProcess() {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      controller.abort();
      process.stderr.write("chat-relay: interrupted; there is no backup\n");
      process.exit(1);
    });
  }
  return controller.signal;
}

// src/app/command-line/exit-codes.ts
var EXIT = {
  /** An unknown argument. */
  usage: 64,
  /** A temporary failure. */
  unreachable: 75,
  /** Failures that an administrator must fix. */
  config: 78
};

// src/app/command-line/help.ts
function helpText(commands) {
  const usages = commands.map(({ names, operands, doc }) => [
    [names.join(", "), ...operands].join(" "),
    doc
  ]);
  const width = Math.max(...usages.map(([usage]) => usage.length));
  return [
    "Usage: chat-relay [argument]",
    "",
    "Without an argument: runs the relay.",
    "",
    ...usages.map(([usage, doc]) => `  ${usage.padEnd(width)}  ${doc}`),
    "",
    "Settings are environment variables. A .env file in the working folder may hold them;",
    "the real environment has priority. Defaults are in parentheses.",
    "",
    ...ROWS.map(
      ([name, row]) => `  ${name} (${plain(defaultTextOf(row))})
      ${plain(row.doc)}`
    ),
    "",
    "Exit codes: 64 wrong argument, 75 the database stayed unreachable, 78 wrong setting."
  ].join("\n");
}
function plain(markdown) {
  return markdown.replaceAll("`", "");
}

// src/app/command-line/commands.ts
var COMMANDS = [
  {
    names: ["-h", "--help"],
    operands: [],
    doc: "show this help",
    run: () => print(helpText(COMMANDS))
  },
  {
    names: ["-v", "--version"],
    operands: [],
    doc: "show the version",
    run: () => print(VERSION)
  },
  {
    names: ["--print-config"],
    operands: [],
    doc: "show the settings in force as JSON, without secrets",
    run: () => {
      loadEnvFile();
      return print(printConfig(process.env));
    }
  },
  backup,
  verifyBackup
];
async function runCommand([name = "", ...operands]) {
  const command = COMMANDS.find(({ names }) => names.includes(name));
  if (command === void 0) return refuse(`${JSON.stringify(name)} is not a known argument`);
  if (operands.length === command.operands.length) return command.run(...operands);
  const expected = command.operands.join(" ") || "no further argument";
  return refuse(`${name} takes ${expected}`);
}
function print(text) {
  process.stdout.write(`${text}
`);
  return 0;
}
function refuse(problem) {
  process.stderr.write(`chat-relay: ${problem}; see chat-relay --help
`);
  return EXIT.usage;
}

// src/config/warnings.ts
import { existsSync as existsSync2 } from "fs";
import { join } from "path";
import ipaddr from "ipaddr.js";
function configWarnings(env, config) {
  const warnings = Object.entries(env).filter(([name, value]) => isUnknown(name, value ?? "")).map(([name]) => `${name}: unknown setting, ignored`);
  if (config.isLocal && config.masterKeys && existsSync2(join(config.dataDir, "master.key"))) {
    warnings.push("MASTER_KEY: is set, so master.key in DATA_DIR is ignored");
  }
  const { protocol, hostname } = new URL(config.baseUrl);
  if (!config.isLocal && protocol === "http:" && isPublicHost(hostname)) {
    warnings.push("BASE_URL: tokens and codes would cross the network unencrypted: use https://");
  }
  return warnings;
}
var COMMON_WORDS = ["ALLOW", "BASE", "DATA", "LOG", "SYSTEM"];
var SERVICE_LINK = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;
var PREFIXES = new Set(ROWS.flatMap(([name]) => prefixOf(name) ?? []));
function prefixOf(name) {
  const words = name.split("_");
  const count = COMMON_WORDS.includes(words[0] ?? "") ? 2 : 1;
  return words.length > count ? `${words.slice(0, count).join("_")}_` : null;
}
function isUnknown(name, value) {
  if (Object.hasOwn(VARIABLES, name) || SERVICE_LINK.test(name)) return false;
  if (name.endsWith("_PORT") && value.startsWith("tcp://")) return false;
  return [...PREFIXES].some((prefix) => name.startsWith(prefix));
}
function isPublicHost(hostname) {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(address)) return hostname.includes(".") && !hostname.endsWith(".localhost");
  return ipaddr.process(address).range() === "unicast";
}

// src/main.ts
var EXIT_DEADLINE_MS = 9500;
process.umask(63);
var args = process.argv.slice(2);
try {
  if (args.length > 0) process.exitCode = await runCommand(args);
  else await run(readOwnConfig());
} catch (error) {
  if (error instanceof ConfigError) exitForConfig(error);
  throw error;
}
function readOwnConfig() {
  loadEnvFile();
  return readConfig(process.env);
}
function exitForConfig({ problems }) {
  process.stderr.write(`${problems.join("\n")}
`);
  process.exit(EXIT.config);
}
async function run(config) {
  const log = createLog({
    level: config.logLevel,
    isReadable: config.isLocal && process.stderr.isTTY === true,
    outageOf: unavailability,
    secretFields: SECRET_SETTINGS
  });
  for (const line of configWarnings(process.env, config))
    log.warn({ event: "config.warning" }, line);
  process.on(
    "unhandledRejection",
    (error) => log.error({ event: "relay.unhandled_rejection", err: error }, "unhandled rejection")
  );
  const { assertCanListen, Unreachable } = await import("./start-failures-SHDZ2ZN4.js");
  try {
    await assertCanListen(config);
    const { createRelay } = await import("./server.js");
    const relay = await createRelay({ config, log });
    await relay.start();
    stopOnSignal(async () => {
      log.info({ event: "relay.draining" }, "draining");
      await relay.stop();
      log.info({ event: "relay.stopped" }, "stopped");
    });
    const fields = { address: relay.address(), env: config.env };
    log.info({ event: "relay.listening", ...fields }, "the relay listens");
  } catch (error) {
    if (error instanceof ConfigError) {
      log.debug({ event: "relay.start_refused", err: error.cause }, "the relay could not start");
      exitForConfig(error);
    }
    if (error instanceof Unreachable) {
      log.debug({ event: "relay.start_refused", err: error.cause }, "the relay could not start");
      process.stderr.write(`${error.message}
`);
      process.exit(EXIT.unreachable);
    }
    log.fatal({ event: "relay.start_failed", err: error }, "the relay could not start");
    process.exit(1);
  }
}
function stopOnSignal(stop) {
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => process.exit(1), EXIT_DEADLINE_MS).unref();
      stop().then(
        () => process.exit(0),
        () => process.exit(1)
      );
    });
  }
}
//# sourceMappingURL=main.js.map