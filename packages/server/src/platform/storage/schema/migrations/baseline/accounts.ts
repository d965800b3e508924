import type { ColumnTypes } from '../../column-types';

export function accountTables(t: ColumnTypes): string[] {
  return [
    `CREATE TABLE accounts (
      account_id ${t.id} PRIMARY KEY,
      email ${t.ascii(254)} NOT NULL UNIQUE,
      password_hash ${t.ascii(255)} NOT NULL,
      display_name ${t.text(80)} NOT NULL,
      status ${t.ascii(10)} NOT NULL,
      is_system ${t.boolean} NOT NULL,
      mfa_enabled ${t.boolean} NOT NULL,
      totp_enabled ${t.boolean} NOT NULL,
      last_totp_step ${t.time},
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX accounts_system ON accounts (is_system, account_id)`,

    `CREATE TABLE console_sessions (
      session_id ${t.id} PRIMARY KEY,
      account_id ${t.id} NOT NULL,
      amr ${t.ascii(64)} NOT NULL,
      ip ${t.ascii(45)} NOT NULL,
      user_agent ${t.text(255)} NOT NULL,
      kind ${t.ascii(10)} NOT NULL,
      created_at ${t.time} NOT NULL,
      last_seen_at ${t.time} NOT NULL,
      idle_ends_at ${t.time},
      confirmed_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      revoked_at ${t.time}
    ) ${t.tableEnd}`,
    `CREATE INDEX console_sessions_account ON console_sessions (account_id, revoked_at, session_id)`,
    `CREATE INDEX console_sessions_expiry ON console_sessions (expires_at)`,

    // A registration, a login or a reset that waits for its code. Evaluations count over all codes
    // and factors. state: open, used, replaced. `continues`: another token of that challenge.
    `CREATE TABLE challenges (
      challenge_id ${t.id} PRIMARY KEY,
      kind ${t.ascii(16)} NOT NULL,
      token_hash ${t.ascii(64)} NOT NULL UNIQUE,
      continues ${t.id},
      account_id ${t.id},
      email ${t.ascii(254)} NOT NULL,
      address_hmac ${t.ascii(64)} NOT NULL,
      details ${t.longText} NOT NULL,
      code_hmac ${t.ascii(64)},
      code_put_at ${t.time},
      code_expires_at ${t.time},
      evaluations ${t.integer} NOT NULL,
      given_back ${t.integer} NOT NULL,
      state ${t.ascii(10)} NOT NULL,
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX challenges_email ON challenges (email, kind, state)`,
    `CREATE INDEX challenges_expiry ON challenges (expires_at)`,

    // Locks are by e-mail address, also of addresses without an account: a lock must not reveal which have one.
    `CREATE TABLE lockouts (
      email ${t.ascii(254)} NOT NULL,
      network ${t.ascii(64)} NOT NULL,
      failures ${t.integer} NOT NULL,
      lock_count ${t.integer} NOT NULL,
      locked_until ${t.time} NOT NULL,
      last_failure_at ${t.time} NOT NULL,
      PRIMARY KEY (email, network)
    ) ${t.tableEnd}`,
    `CREATE INDEX lockouts_age ON lockouts (last_failure_at)`,

    // The network addresses that an account has signed in from, as HMAC.
    `CREATE TABLE known_addresses (
      account_id ${t.id} NOT NULL,
      address_hmac ${t.ascii(64)} NOT NULL,
      last_used_at ${t.time} NOT NULL,
      PRIMARY KEY (account_id, address_hmac)
    ) ${t.tableEnd}`,
    `CREATE INDEX known_addresses_hmac ON known_addresses (address_hmac)`,
    `CREATE INDEX known_addresses_age ON known_addresses (last_used_at)`,
  ];
}
