import { DriverError } from '../driver-error';
import { codeOf, isUnavailable, SESSION_REFUSED } from '../failures';
import type { Logger } from '../../log';
import type { Sql } from '../sql';

export type SessionSettings = Readonly<Record<string, string | number>>;
type Value = string | number | null;
type Setting = readonly [name: string, value: string | number];

/**
 * Settings that change what the relay's statements mean. None is left to the server, its `init_connect` or
 * a proxy. Variables that an engine does not have are left out. docs/ENGINES.md names those that don't matter.
 */
const SETTINGS: SessionSettings = {
  // The driver escapes values by backslashes, in UTF-8: another mode or character set lets them end their string.
  sql_mode:
    'STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  character_set_client: 'utf8mb4',
  character_set_connection: 'utf8mb4',
  character_set_results: 'utf8mb4',
  collation_connection: 'utf8mb4_bin',
  old_mode: '',
  time_zone: '+00:00',
  autocommit: 'ON',
  completion_type: 'NO_CHAIN',
  transaction_isolation: 'READ-COMMITTED',
  tx_isolation: 'READ-COMMITTED', // its name on MariaDB before 11.1
  transaction_read_only: 'OFF',
  tx_read_only: 'OFF',
  innodb_snapshot_isolation: 'OFF',
  wsrep_dirty_reads: 'OFF',
  sql_log_bin: 'ON',
  tidb_txn_mode: 'pessimistic',
  unique_checks: 'ON',
  foreign_key_checks: 'ON',
  check_constraint_checks: 'ON',
  sql_auto_is_null: 'OFF',
  sql_if_exists: 'OFF',
  sql_safe_updates: 'OFF',
  sql_big_selects: 'ON',
  sql_select_limit: '18446744073709551615',
  div_precision_increment: 4,
  max_sort_length: 1024,
  group_concat_max_len: 16_777_216,
  innodb_strict_mode: 'ON',
  innodb_lock_wait_timeout: 50,
  alter_algorithm: 'DEFAULT',
  max_statement_time: 0,
  max_execution_time: 0,
  idle_transaction_timeout: 0,
  idle_readonly_transaction_timeout: 0,
  idle_write_transaction_timeout: 0,
};

/** Variables that are set before any is read: with odd values of these, a session may show wrong values. */
const FIRST =
  /^(sql_mode|character_set_.*|collation_connection|time_zone|autocommit|sql_select_limit|sql_big_selects)$/;

/** Variables whose SET Vitess passes to its shards. It refuses or ignores the rest. */
const OF_VITESS =
  /^(sql_mode|time_zone|autocommit|transaction_isolation|unique_checks|foreign_key_checks|sql_safe_updates|sql_big_selects|group_concat_max_len)$/;

/**
 * Sets a new connection's session whole, and reads it back.
 * @throws {DriverError} SESSION_REFUSED if the session has another setting afterwards
 */
export async function setUpSession(session: Sql, ofPool: SessionSettings): Promise<void> {
  const [server] = await session.rows<{ version: string }>('SELECT VERSION() AS version LIMIT 1');
  const isVitess = server?.version.includes('Vitess') ?? false;
  const settings = Object.entries({ ...SETTINGS, ...ofPool }).filter(
    ([name]) => !isVitess || OF_VITESS.test(name),
  );
  await set(
    session,
    settings.filter(([name]) => isVitess || FIRST.test(name)),
  );
  const needed = isVitess ? settings : await setRest(session, settings);
  await session.run('ROLLBACK'); // what init_connect has begun
  const read = needed.map(([name]) => `@@SESSION.${name} AS \`${name}\``);
  const [after = {}] = await session.rows<Record<string, Value>>(`SELECT ${read.join(', ')}`);
  for (const [name, value] of needed) {
    if (!isSame(name, after[name], value)) {
      throw refused(`${name} stays ${quoted(String(after[name]))} and must be ${quoted(value)}`);
    }
  }
}

/**
 * Sets only variables that differ: some need a privilege even to be set to the value that they have.
 * @returns the settings that the server has
 */
async function setRest(session: Sql, settings: readonly Setting[]): Promise<Setting[]> {
  const names = settings.map(([name]) => quoted(name)).join(', ');
  const found = await session.rows<{ Variable_name: string; Value: string }>(
    `SHOW SESSION VARIABLES WHERE Variable_name IN (${names})`,
  );
  const before = new Map(found.map((row) => [row.Variable_name.toLowerCase(), row.Value]));
  const needed = settings.filter(([name]) => before.has(name) || FIRST.test(name));
  const differing = needed.filter(([name, value]) => !isSame(name, before.get(name), value));
  if (differing.length > 0) await set(session, differing);
  return needed;
}

async function set(session: Sql, settings: readonly Setting[]): Promise<void> {
  try {
    await assign(session, settings);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    for (const setting of settings) {
      await assign(session, [setting]).catch((cause: Error) => {
        const [name, value] = setting;
        throw refused(`${name} can't be set to ${quoted(value)} (${cause.message})`, cause);
      });
    }
  }
}

async function assign(session: Sql, settings: readonly Setting[]): Promise<void> {
  const assignments = settings.map(([name, value]) => `SESSION ${name} = ${literal(value)}`);
  await session.run(`SET ${assignments.join(', ')}`);
}

const LOGGED_EVERY_MS = 60_000;

/** Logs why connections are not used, once a minute: every caller of a pool tries one. */
export function logRefusals(log: Logger): (error: unknown) => void {
  let last = { message: '', at: -Infinity };
  return (error) => {
    if (codeOf(error) !== SESSION_REFUSED) return;
    const { message } = error as Error;
    const now = performance.now();
    if (message === last.message && now - last.at < LOGGED_EVERY_MS) return;
    last = { message, at: now };
    log.error({ event: 'database.session_refused' }, `a connection is not used: its ${message}`);
  };
}

const refused = (reason: string, cause?: Error): DriverError =>
  new DriverError(SESSION_REFUSED, reason, { cause });

const NUMBER = /^-?\d+(\.\d+)?$/;
const quoted = (value: string | number): string => `'${value}'`;
const literal = (value: string | number): string =>
  NUMBER.test(String(value)) ? String(value) : quoted(value);

/** A server writes booleans as words or numbers, numbers with or without decimals, and modes in its own order. */
function isSame(name: string, found: Value | undefined, needed: string | number): boolean {
  if (found === undefined || found === null) return false;
  return normal(name, String(found)) === normal(name, String(needed));
}

function normal(name: string, value: string): string {
  const upper = value.toUpperCase();
  if (name === 'sql_mode') return upper.split(',').toSorted().join();
  if (upper === 'ON') return '1';
  if (upper === 'OFF') return '0';
  return NUMBER.test(value) ? String(Number(value)) : upper;
}
