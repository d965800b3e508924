import type { AuditAction } from '../../../audit/actions';
import type { Audit } from '../../../audit/log';
import type { InboxScope } from '../../../operators/inbox-scope';
import { isoOrNull, type Clock } from '../../../platform/clock';
import { AppError, invalidField } from '../../../platform/errors';
import { readCursor, toPage, type PageOf } from '../../../platform/http/paging';
import { newId } from '../../../platform/ids';
import type { Database, Tx } from '../../../platform/storage/database';
import { requireQuota } from '../../../platform/storage/quota';
import { insertIfAbsent } from '../../../platform/storage/sql';
import type { TenantDirectory } from '../../../tenants/directory';
import { requireWritable } from '../../../tenants/tenant';
import { VISITOR_BLOCKS, type BlockRow } from '../../../visitors/blocks/model';
import type { SessionKey } from '../../../visitors/session';
import type { Caller, ConsolePrincipal } from '../../../workspaces/principal';
import { isAtLeast } from '../../../workspaces/roles';
import type { StoredConversation } from '../../journal/store';
import type { BlockBody, BlocksQuery, UnblockBody } from './schemas';
import { findBlock, listBlocks, lockSubject, readVisitorBlocks, type VisitorBlocks } from './store';

export interface BlockList {
  /**
   * Refuses the visitor's later messages, and closes open pages' sockets.
   * @throws {AppError} not_found, state_conflict for a visitor who has such a block already and for an erased one,
   * invalid_request for a kind that is not possible here, rate_limited over the tenant's limit of blocks
   */
  block(caller: Caller, body: BlockBody): Promise<BlockRow>;
  /** @throws {AppError} not_found, insufficient_role for an operator */
  unblock(caller: Caller, body: UnblockBody): Promise<BlockRow>;
  /** Blocks in force, the newest first. @throws {AppError} not_found */
  list(principal: ConsolePrincipal, query: BlocksQuery): Promise<PageOf<BlockRow>>;
  ofVisitor(session: SessionKey): Promise<VisitorBlocks>;
}

export interface BlockListOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  directory: Pick<TenantDirectory, 'find' | 'invalidate'>;
  maxPerTenant: number;
  scopeOf(principal: ConsolePrincipal): Promise<InboxScope>;
  /** @throws {AppError} not_found */
  find(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
}

export function createBlockList(options: BlockListOptions): BlockList {
  const { database, clock, audit, directory } = options;

  const openTenant = async (principal: ConsolePrincipal, tenantId: string) => {
    const scope = (await options.scopeOf(principal)).tenant(tenantId);
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError('not_found');
    requireWritable(tenant);
    return scope;
  };

  const note = (tx: Tx, action: AuditAction, workspaceId: string, caller: Caller, row: BlockRow) =>
    audit.record(tx, {
      workspaceId,
      action,
      actor: caller,
      ip: caller.ip,
      subject: row.block_id,
      details: {
        tenant_id: row.tenant_id,
        conversation_id: row.conversation_id,
        kind: row.kind,
        ends_at: isoOrNull(row.ends_at),
      },
    });

  return {
    block: async (caller, { conversation_id: conversationId, kind, reason, ends_at }) => {
      const { session } = await options.find(caller, conversationId);
      const { tenantId } = session;
      const { workspaceId } = await openTenant(caller, tenantId);
      const now = clock();
      const endsAt = ends_at === null ? null : Date.parse(ends_at);
      if (endsAt !== null && endsAt <= now) {
        throw invalidField('ends_at', 'out_of_range', 'must be in the future');
      }
      const row = await database.transaction(async (tx) => {
        await requireQuota(tx, {
          owner: 'SELECT tenant_id FROM tenants WHERE tenant_id = ?',
          count: 'SELECT COUNT(*) AS n FROM visitor_blocks WHERE tenant_id = ?',
          id: tenantId,
          max: options.maxPerTenant,
        });
        const found = await lockSubject(tx, session, kind);
        if (!found) throw new AppError('not_found');
        if (found.isErased)
          throw new AppError('state_conflict', {
            message: "This visitor's data is erased: there is no one to block.",
          });
        if (found.subject === null) {
          throw invalidField('kind', 'not_possible', 'is not known of this visitor');
        }
        await tx.run(
          `DELETE FROM visitor_blocks
           WHERE tenant_id = ? AND kind = ? AND subject = ? AND ends_at <= ?`,
          [tenantId, kind, found.subject, now],
        );
        const block: BlockRow = {
          tenant_id: tenantId,
          kind,
          subject: found.subject,
          block_id: newId(),
          user_id: kind === 'identity' ? found.userId : null,
          conversation_id: conversationId,
          reason,
          created_by: caller.displayName,
          created_at: now,
          ends_at: endsAt,
        };
        if (!(await insertIfAbsent(tx, VISITOR_BLOCKS, block))) {
          throw new AppError('state_conflict', { message: 'This visitor is blocked already.' });
        }
        await note(tx, 'visitor.blocked', workspaceId, caller, block);
        return block;
      });
      // On this change, every node closes the sockets of blocked visitors.
      directory.invalidate(tenantId);
      return row;
    },

    unblock: async (caller, { tenant_id: tenantId, block_id: blockId }) => {
      const { role, workspaceId } = await openTenant(caller, tenantId);
      if (!isAtLeast(role, 'admin')) throw new AppError('insufficient_role');
      return database.transaction(async (tx) => {
        const row = await findBlock(tx, tenantId, blockId);
        if (!row) throw new AppError('not_found');
        await tx.run(
          'DELETE FROM visitor_blocks WHERE tenant_id = ? AND kind = ? AND subject = ?',
          [tenantId, row.kind, row.subject],
        );
        await note(tx, 'visitor.unblocked', workspaceId, caller, row);
        return row;
      });
    },

    list: async (principal, { tenant_id: tenantId, limit, cursor }) => {
      (await options.scopeOf(principal)).tenant(tenantId);
      const [before] = readCursor(cursor, 'string') ?? [];
      const range = { before, limit: limit + 1, now: clock() };
      const rows = await listBlocks(database.read, tenantId, range);
      return toPage(rows, limit, ({ block_id }) => [block_id]);
    },

    ofVisitor: (session) => readVisitorBlocks(database.read, session, clock()),
  };
}
