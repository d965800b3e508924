import { defineTable, integer, orNull, text, type RowOf } from '../platform/storage/table';
import type { SessionKind } from '../workspaces/principal';

/** 0 or 1. */
const flag = integer;

export const ACCOUNTS = defineTable('accounts', ['account_id'], {
  account_id: text(),
  email: text(),
  password_hash: text(),
  display_name: text(),
  status: text<'PENDING' | 'ACTIVE'>(),
  is_system: flag(),
  mfa_enabled: flag(),
  totp_enabled: flag(),
  last_totp_step: orNull(integer()),
  created_at: integer(),
});

export const CONSOLE_SESSIONS = defineTable('console_sessions', ['session_id'], {
  session_id: text(),
  account_id: text(),
  amr: text(),
  ip: text(),
  user_agent: text(),
  kind: text<SessionKind>(),
  created_at: integer(),
  last_seen_at: integer(),
  idle_ends_at: orNull(integer()),
  confirmed_at: integer(),
  expires_at: integer(),
  revoked_at: orNull(integer()),
});

export type ChallengeKind = 'registration' | 'login' | 'reset';

export const CHALLENGES = defineTable('challenges', ['challenge_id'], {
  challenge_id: text(),
  kind: text<ChallengeKind>(),
  token_hash: text(),
  continues: orNull(text()),
  account_id: orNull(text()),
  email: text(),
  address_hmac: text(),
  details: text(),
  code_hmac: orNull(text()),
  code_put_at: orNull(integer()),
  code_expires_at: orNull(integer()),
  evaluations: integer(),
  given_back: integer(),
  state: text<'open' | 'used' | 'replaced'>(),
  created_at: integer(),
  expires_at: integer(),
});
export type ChallengeRow = RowOf<typeof CHALLENGES>;

export const LOCKOUTS = defineTable('lockouts', ['email', 'network'], {
  email: text(),
  network: text(),
  failures: integer(),
  lock_count: integer(),
  locked_until: integer(),
  last_failure_at: integer(),
});

export const KNOWN_ADDRESSES = defineTable('known_addresses', ['account_id', 'address_hmac'], {
  account_id: text(),
  address_hmac: text(),
  last_used_at: integer(),
});
