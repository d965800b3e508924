import type { Migration } from '../migration';

/**
 * Locks by account and network address, mails counted by recipient, several tokens for one reset.
 * The tables that are replaced hold nothing older than an hour that anyone needs: whoever waits for
 * a code during the upgrade asks for another.
 */
export const signInProtection: Migration = {
  name: '0006-sign-in-protection',
  up: (t) => [
    `DROP TABLE IF EXISTS lockouts`,
    // By e-mail, with or without an account: a lock must not tell which addresses have one.
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

    `DROP TABLE IF EXISTS challenges`,
    // A registration, a login or a reset that waits for its code. Evaluations count over all codes
    // and factors. state: open, used, replaced. \`continues\`: another token of that challenge.
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

    `DROP TABLE IF EXISTS code_cooldowns`,
    // How many mails went to a recipient, in each budget.
    `CREATE TABLE mail_budgets (
      recipient ${t.ascii(254)} NOT NULL,
      budget ${t.ascii(16)} NOT NULL,
      sent_at ${t.time} NOT NULL,
      hour_started_at ${t.time} NOT NULL,
      sent_in_hour ${t.integer} NOT NULL,
      day_started_at ${t.time} NOT NULL,
      sent_in_day ${t.integer} NOT NULL,
      PRIMARY KEY (recipient, budget)
    ) ${t.tableEnd}`,
    `CREATE INDEX mail_budgets_age ON mail_budgets (sent_at)`,

    // Everything else that may be done so often in a span of time, by a key that names it.
    `CREATE TABLE budgets (
      budget_key ${t.ascii(300)} PRIMARY KEY,
      used ${t.integer} NOT NULL,
      ends_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX budgets_age ON budgets (ends_at)`,
    `CREATE INDEX invitations_age ON invitations (expires_at)`,
  ],
};
