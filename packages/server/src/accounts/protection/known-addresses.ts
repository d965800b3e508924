import { DAY, type Clock } from '../../platform/clock';
import { rateKey } from '../../platform/rate-limits/client-address';
import { keyedHashes } from '../../platform/security/keyed-hash';
import type { KeyRing } from '../../platform/security/keys';
import type { MailBudget } from '../../platform/mail/budgets';
import type { Database, Tx } from '../../platform/storage/database';
import { placeholders, upsertRows, type Sql } from '../../platform/storage/sql';
import { KNOWN_ADDRESSES } from '../model';

/** Network addresses from which accounts have signed in; IPv6 addresses count by their /64. */
export interface KnownAddresses {
  /** HMACs of an e-mail and a network address, one for each key: the first is stored, others may be stored already. */
  hmacsOf(email: string, ip: string): readonly [string, ...string[]];
  /** True if a session of this account, begun at this address, was used in the last 90 days. */
  isKnown(sql: Sql, email: string, ip: string): Promise<boolean>;
  /** The budget for a mail that a client at this address requests. */
  mailBudgetFor(email: string, ip: string): Promise<MailBudget>;
  /** Records the start or use of a session, with the address at which it started. */
  remember(tx: Tx, account: { accountId: string; email: string }, ip: string): Promise<void>;
  deleteExpired(): Promise<void>;
}

export interface KnownAddressesOptions {
  database: Database;
  clock: Clock;
  /** `knownAddress` of the derived keys. */
  keys: KeyRing;
}

const KNOWN_FOR_MS = 90 * DAY;

export function createKnownAddresses(options: KnownAddressesOptions): KnownAddresses {
  const { database, clock, keys } = options;

  // The HMAC has the e-mail in place of an account's id, so that an address without an account costs the same look-up.
  const hmacsOf: KnownAddresses['hmacsOf'] = (email, ip) =>
    keyedHashes(keys, `${email}|${rateKey(ip)}`);

  const isKnown: KnownAddresses['isKnown'] = async (sql, email, ip) => {
    const hmacs = hmacsOf(email, ip);
    const rows = await sql.rows(
      `SELECT account_id FROM known_addresses
       WHERE address_hmac IN ${placeholders(1, hmacs.length)} AND last_used_at > ?`,
      [...hmacs, clock() - KNOWN_FOR_MS],
    );
    return rows.length > 0;
  };

  return {
    hmacsOf,
    isKnown,

    mailBudgetFor: async (email, ip) =>
      (await isKnown(database.read, email, ip)) ? 'known_address' : 'anyone',

    remember: async (tx, { accountId, email }, ip) => {
      await upsertRows(tx, KNOWN_ADDRESSES, [
        { account_id: accountId, address_hmac: hmacsOf(email, ip)[0], last_used_at: clock() },
      ]);
    },

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM known_addresses WHERE last_used_at <= ?', [clock() - KNOWN_FOR_MS]),
      );
    },
  };
}
