import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { KeyRing } from '../../platform/security/keys';
import { createSignal, type Listen } from '../../platform/signal';
import type { Database, Tx } from '../../platform/storage/database';
import { placeholders } from '../../platform/storage/sql';
import type { Erased } from '../../platform/storage/stored-data';
import type { Tenant } from '../../tenants/tenant';
import { blockedAmong, findBlocked, storeByNewestKey, type Subject } from './in-force';
import type { BlockKind } from './wire';
import { createBlockSubjects, type BlockSubjects } from './subjects';

/** The facts by which a request identifies its visitor. */
export interface KnownVisitor {
  sessionId?: string;
  userId?: string | null;
  ip?: string | undefined;
}

export interface Blocks {
  subjects: BlockSubjects;
  /** True if a block applies to the visitor. Costs no statement if the tenant has no blocks. */
  isBlocked(tenant: BlockedTenant, who: KnownVisitor): Promise<boolean>;
  /** Returns the blocked ones of these sessions. */
  blockedAmong(tenant: BlockedTenant, sessionIds: readonly string[]): Promise<string[]>;
  /**
   * Deletes the blocks of sessions that are being erased. Blocks of their users and networks remain in force, by a
   * hash.
   * @param erased.userIds read before the sessions are erased
   */
  forget(
    tx: Tx,
    tenantId: string,
    erased: Pick<Erased, 'sessionIds' | 'conversationIds' | 'userIds'>,
  ): Promise<void>;
  /** Reports that a session belongs to a blocked visitor. */
  turnedAway(sessionId: string): void;
  onTurnedAway: Listen<string>;
  deleteExpired(): Promise<void>;
}

type BlockedTenant = Pick<Tenant, 'tenantId' | 'hasBlocks'>;

export function createBlocks(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** `visitorBlock` of the derived keys. */
  keys: KeyRing;
}): Blocks {
  const { database, clock } = deps;
  const subjects = createBlockSubjects(deps.keys);
  const turnedAway = createSignal<string>('visitor.turned_away', deps.log);

  const hashed = (
    kind: BlockKind,
    [newest, ...others]: readonly [string, ...string[]],
  ): Subject[] => [
    { kind, subject: newest },
    ...others.map((subject) => ({ kind, subject, newest })),
  ];

  const subjectsOf = (tenantId: string, { sessionId, userId, ip }: KnownVisitor): Subject[] => [
    ...(sessionId === undefined ? [] : [{ kind: 'session', subject: sessionId } as const]),
    ...(userId
      ? [
          { kind: 'identity', subject: userId } as const,
          ...hashed('identity', subjects.ofErasedUser(tenantId, userId)),
        ]
      : []),
    ...(ip === undefined ? [] : hashed('address', subjects.ofAddress(tenantId, ip))),
  ];

  return {
    subjects,

    isBlocked: async ({ tenantId, hasBlocks }, who) => {
      if (!hasBlocks) return false;
      const of = subjectsOf(tenantId, who);
      const found = await findBlocked(database.read, tenantId, of, clock());
      if (!found) return false;
      const { newest } = found;
      if (newest !== undefined) {
        await database.transaction((tx) => storeByNewestKey(tx, tenantId, { ...found, newest }));
      }
      return true;
    },

    blockedAmong: async ({ tenantId, hasBlocks }, sessionIds) =>
      hasBlocks ? blockedAmong(database.read, tenantId, sessionIds, clock()) : [],

    forget: async (tx, tenantId, { sessionIds, conversationIds, userIds }) => {
      if (sessionIds.length > 0) {
        await tx.run(
          `DELETE FROM visitor_blocks WHERE tenant_id = ? AND kind = 'session'
             AND subject IN ${placeholders(1, sessionIds.length)}`,
          [tenantId, ...sessionIds],
        );
      }
      for (const userId of userIds) {
        await tx.run(
          `UPDATE visitor_blocks SET subject = ?, user_id = NULL, conversation_id = NULL, reason = ''
           WHERE tenant_id = ? AND kind = 'identity' AND subject = ?`,
          [subjects.ofErasedUser(tenantId, userId)[0], tenantId, userId],
        );
      }
      if (conversationIds.length > 0) {
        await tx.run(
          `UPDATE visitor_blocks SET conversation_id = NULL, reason = ''
           WHERE tenant_id = ? AND kind = 'address'
             AND conversation_id IN ${placeholders(1, conversationIds.length)}`,
          [tenantId, ...conversationIds],
        );
      }
    },

    turnedAway: turnedAway.emit,
    onTurnedAway: turnedAway.on,

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM visitor_blocks WHERE ends_at <= ?', [clock()]),
      );
    },
  };
}
