import { createHash, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, type Clock } from '../clock';
import { AppError, invalidField } from '../errors';
import type { KeyRing } from '../security/keys';
import { open, seal } from '../security/secret-box';
import { tokenHash } from '../security/tokens';
import type { Database } from '../storage/database';
import { insertIfAbsent } from '../storage/sql';
import { defineTable, integer, orNull, text } from '../storage/table';
import type { IdempotencyGuard } from './route';

export interface IdempotencyOptions {
  database: Database;
  clock: Clock;
}

export interface Idempotency extends IdempotencyGuard {
  /** Deletes keys older than a day. */
  deleteExpired(): Promise<void>;
}

/** @internal for the test of the models */
export const IDEMPOTENCY_KEYS = defineTable(
  'idempotency_keys',
  ['account_id', 'route', 'key_hash'],
  {
    account_id: text(),
    route: text(),
    key_hash: text(),
    body_hash: text(),
    answer: orNull(text()),
    created_at: integer(),
  },
);

const KEEP_MS = DAY;
const KEY = /^[\x21-\x7e]{1,255}$/;
const TOLD = 'must be 1 to 255 ASCII characters without blanks';
/** How long a repeat waits for the first request's response. */
const WAIT_MS = 2_000;
const POLL_MS = 25;

interface KeyRow {
  body_hash: string;
  answer: string | null;
  created_at: number;
}

/**
 * Keeps one row per key. The request that inserts it performs; the others wait for its response. A process that dies
 * in between leaves a row without a response, and it is unknown whether it performed. So repeats are refused for
 * the rest of the day instead of being performed twice.
 */
export function createIdempotency({ database, clock }: IdempotencyOptions): Idempotency {
  const run: IdempotencyGuard['run'] = async (request, perform) => {
    if (!KEY.test(request.key)) throw invalidField('Idempotency-Key', 'invalid', TOLD);
    const id = [accountOf(request.principal), request.route, tokenHash(request.key)] as const;
    const bodyHash = hashBody(request.body);

    if (await take(id, bodyHash)) {
      try {
        const answer = await perform();
        await keep(id, seal(ringOf(request.key), textOf(answer, request.secrets), placeOf(id)));
        return answer;
      } catch (error) {
        await free(id);
        throw error;
      }
    }
    return answerOf(id, bodyHash, request.key);
  };

  const take = (id: Id, bodyHash: string): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock();
      await tx.run(`DELETE FROM idempotency_keys WHERE ${BY_ID} AND created_at <= ?`, [
        ...id,
        now - KEEP_MS,
      ]);
      const [account_id, route, key_hash] = id;
      return insertIfAbsent(tx, IDEMPOTENCY_KEYS, {
        account_id,
        route,
        key_hash,
        body_hash: bodyHash,
        answer: null,
        created_at: now,
      });
    });

  const keep = (id: Id, answer: string): Promise<number> =>
    database.transaction((tx) =>
      tx.run(`UPDATE idempotency_keys SET answer = ? WHERE ${BY_ID}`, [answer, ...id]),
    );

  const free = (id: Id): Promise<number> =>
    database.transaction((tx) =>
      tx.run(`DELETE FROM idempotency_keys WHERE ${BY_ID} AND answer IS NULL`, [...id]),
    );

  const answerOf = async (id: Id, bodyHash: string, key: string): Promise<object> => {
    const giveUpAt = Date.now() + WAIT_MS;
    for (;;) {
      const [row] = await database.read.rows<KeyRow>(
        `SELECT body_hash, answer, created_at FROM idempotency_keys WHERE ${BY_ID}`,
        [...id],
      );
      if (row && row.body_hash !== bodyHash) throw new AppError('idempotency_key_reused');
      if (row?.answer) return JSON.parse(opened(row.answer, id, key)) as object;
      // No row: the first request has just failed, and its key is free again.
      if (!row || Date.now() >= giveUpAt)
        throw new AppError('state_conflict', {
          message:
            'The first request with this idempotency key has not answered. Read what it changed, then repeat it with another key.',
        });
      await sleep(POLL_MS);
    }
  };

  return {
    run,
    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM idempotency_keys WHERE created_at <= ?', [clock() - KEEP_MS]),
      );
    },
  };
}

type Id = readonly [accountId: string, route: string, keyHash: string];
const BY_ID = 'account_id = ? AND route = ? AND key_hash = ?';

function accountOf(principal: unknown): string {
  const { accountId } = (principal ?? {}) as { accountId?: unknown };
  if (typeof accountId !== 'string') throw new TypeError('idempotent routes need an account');
  return accountId;
}

function textOf(answer: object, secrets: readonly string[]): string {
  const shown = Object.entries(answer);
  const withoutSecrets = shown.map(([key, value]) => [key, secrets.includes(key) ? null : value]);
  return JSON.stringify(Object.fromEntries(withoutSecrets));
}

/**
 * Derives a key from the client's own, which seals the stored response. The relay can't read it without the client, so
 * it keeps no readable copy of data that is erased within the day.
 */
function ringOf(key: string): KeyRing {
  return [Buffer.from(hkdfSync('sha256', key, '', 'idempotent answer', 32))];
}

function placeOf(id: Id): string {
  return id.join('|');
}

function opened(answer: string, id: Id, key: string): string {
  // Earlier versions did not seal.
  return answer.startsWith('{') ? answer : open(ringOf(key), answer, placeOf(id));
}

/** Equal JSON values have equal hashes, in any order of their keys. */
function hashBody(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)) ?? '')
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
