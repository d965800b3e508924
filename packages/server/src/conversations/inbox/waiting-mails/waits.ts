import { IS_ONLINE } from '../../../operators/effective-presence';
import { mayServe } from '../../../operators/operator';
import { throughIndex } from '../../../platform/storage/ranges';
import type { Sql } from '../../../platform/storage/sql';

/** A tenant in which a visitor waits whom no mail has announced yet. */
export interface WaitingTenant {
  tenantId: string;
  tenantName: string;
  /** JSON; null: always open. */
  hours: string | null;
  /** Time of the last mail, in ms; 0: there was none. */
  mailedAt: number;
}

const OPERATOR = { primaryKeyOf: 'operators' };
const ACCOUNT = { primaryKeyOf: 'accounts' };

/** Limits of the time at which a wait began, in ms; `upTo` is inclusive. */
export interface Waits {
  after: number;
  upTo: number;
}

/**
 * Finds all tenants to mail, in one statement. It reads only waiting conversations, by an index that has no others, and
 * leaves out tenants with an online operator who serves every queue.
 */
export function findTenantsToMail(
  sql: Sql,
  { after, upTo, mailedBefore, silentSince }: Waits & { mailedBefore: number; silentSince: number },
): Promise<WaitingTenant[]> {
  return sql.rows<WaitingTenant>(
    `SELECT t.tenant_id AS tenantId, t.tenant_name AS tenantName, t.hours,
       COALESCE(w.mailed_at, 0) AS mailedAt
     FROM (
       SELECT c.tenant_id, MAX(c.waiting_since) AS since
       FROM conversations c${throughIndex(sql.dialect, 'conversations_waiting')}
       WHERE c.waiting_since > ? AND c.waiting_since <= ? GROUP BY c.tenant_id
     ) latest
     JOIN tenants t ON t.tenant_id = latest.tenant_id
     LEFT JOIN waiting_mails w ON w.tenant_id = latest.tenant_id
     WHERE t.status = 'active' AND t.waiting_mail = 1
       AND (w.mailed_at IS NULL OR (w.mailed_at <= ? AND w.mailed_at < latest.since))
       AND EXISTS (SELECT 1 FROM operator_tenants served WHERE served.tenant_id = t.tenant_id)
       AND (SELECT COUNT(*) FROM operator_tenants served
         JOIN operators o${throughIndex(sql.dialect, OPERATOR)} ON o.operator_id = served.operator_id
         WHERE served.tenant_id = t.tenant_id AND ${IS_ONLINE}
           AND o.routing_keys = '[]') = 0`,
    [after, upTo, mailedBefore, silentSince],
  );
}

const QUEUES_READ = 200;

/** Routing keys of conversations that wait and are not snoozed. Only the latest are read, in case of a flood. */
export async function readQueues(
  sql: Sql,
  tenantId: string,
  { after, upTo, now }: Waits & { now: number },
): Promise<(string | null)[]> {
  const rows = await sql.rows<{ routing_key: string | null }>(
    `SELECT routing_key FROM conversations${throughIndex(sql.dialect, 'conversations_queue')}
     WHERE tenant_id = ? AND status = 'WAITING' AND waiting_since > ? AND waiting_since <= ?
       AND (snoozed_until IS NULL OR snoozed_until <= ?)
     ORDER BY waiting_since DESC, session_id DESC LIMIT ${QUEUES_READ}`,
    [tenantId, after, upTo, now],
  );
  return [...new Set(rows.map((row) => row.routing_key))];
}

interface OperatorRow {
  email: string;
  /** JSON array. */
  routing_keys: string;
  is_online: number;
}

/** Addresses of the operators who serve a queue that no online operator serves. */
export async function findRecipients(
  sql: Sql,
  tenantId: string,
  queues: readonly (string | null)[],
  silentSince: number,
): Promise<string[]> {
  const rows = await sql.rows<OperatorRow>(
    `SELECT a.email, o.routing_keys, CASE WHEN ${IS_ONLINE} THEN 1 ELSE 0 END AS is_online
     FROM operator_tenants served
     JOIN operators o${throughIndex(sql.dialect, OPERATOR)} ON o.operator_id = served.operator_id
     JOIN accounts a${throughIndex(sql.dialect, ACCOUNT)} ON a.account_id = o.account_id
     WHERE served.tenant_id = ? AND a.status = 'ACTIVE'`,
    [silentSince, tenantId],
  );
  const operators = rows.map((row) => ({
    email: row.email,
    tenantIds: [tenantId],
    routingKeys: JSON.parse(row.routing_keys) as string[],
    isOnline: Boolean(row.is_online),
  }));
  const unanswered = queues.filter(
    (key) => !operators.some((one) => one.isOnline && mayServe(one, tenantId, key)),
  );
  return operators
    .filter((one) => unanswered.some((key) => mayServe(one, tenantId, key)))
    .map(({ email }) => email)
    .toSorted(); // the order in which their budgets are locked
}
