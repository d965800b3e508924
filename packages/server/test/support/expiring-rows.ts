import { newId } from '../../src/platform/ids';
import type { Database } from '../../src/platform/storage/database';
import { insertRows } from '../../src/platform/storage/sql';
import type { SqlValue } from '../../src/platform/storage/table';

const ROWS = 1_000;
const DAY = 24 * 3_600_000;
/** Longer than any expired row is kept. */
const LONG_AGO = 200 * DAY;

/** Rows of every table that has its old rows deleted; one in fifty is old. */
export async function addExpiringRows(database: Database): Promise<void> {
  for (const [table, rowOf] of Object.entries(TABLES)) {
    const rows = Array.from({ length: ROWS }, (_, n) =>
      rowOf(`${table}-${n}`, Date.now() + (n % 50 === 0 ? -LONG_AGO : DAY)),
    );
    await database.transaction((tx) =>
      insertRows(tx, { name: table, columns: Object.keys(rows[0] ?? {}) }, rows),
    );
  }
}

const TABLES: Record<string, (name: string, at: number) => Record<string, SqlValue>> = {
  visitor_blocks: (name, at) => ({
    tenant_id: newId(),
    kind: 'session',
    subject: name,
    block_id: newId(),
    reason: 'Insults',
    created_by: 'Ana',
    created_at: at,
    ends_at: at,
  }),
  removed_messages: (name, at) => ({
    tenant_id: newId(),
    session_id: name,
    seq: 1,
    message_id: newId(),
    conversation_id: 'c'.repeat(24),
    removed_at: at,
  }),
  console_sessions: (name, at) => ({
    session_id: newId(),
    account_id: newId(),
    amr: 'pwd',
    ip: '127.0.0.1',
    user_agent: name,
    kind: 'web',
    confirmed_at: at,
    created_at: at,
    last_seen_at: at,
    expires_at: at,
  }),
  challenges: (name, at) => ({
    challenge_id: newId(),
    kind: 'login',
    token_hash: name,
    email: `${name}@example.com`,
    address_hmac: name,
    details: '{}',
    evaluations: 0,
    given_back: 0,
    state: 'open',
    created_at: at,
    expires_at: at,
  }),
  lockouts: (name, at) => ({
    email: `${name}@example.com`,
    network: '127.0.0.1',
    failures: 1,
    lock_count: 0,
    locked_until: 0,
    last_failure_at: at,
  }),
  known_addresses: (name, at) => ({ account_id: newId(), address_hmac: name, last_used_at: at }),
  mails: (name, at) => ({
    mail_id: newId(),
    recipient: `${name}@example.com`,
    sealed_content: '',
    attempts: 0,
    due_at: at,
    expires_at: at,
  }),
  mail_budgets: (name, at) => ({
    recipient: `${name}@example.com`,
    budget: 'codes',
    sent_at: at,
    hour_started_at: at,
    sent_in_hour: 1,
    day_started_at: at,
    sent_in_day: 1,
  }),
  budgets: (name, at) => ({ budget_key: name, used: 1, ends_at: at }),
  idempotency_keys: (name, at) => ({
    account_id: newId(),
    route: 'POST /x',
    key_hash: name,
    body_hash: name,
    created_at: at,
  }),
  replay_claims: (name, at) => ({ tenant_id: newId(), signature: name, expires_at: at }),
  invitations: (name, at) => ({
    invitation_id: newId(),
    workspace_id: newId(),
    email: `${name}@example.com`,
    role: 'admin',
    token_hash: name,
    invited_by: newId(),
    created_at: at,
    expires_at: at,
  }),
};
