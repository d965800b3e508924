import type { Audit } from '../../../audit/log';
import type { Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors';
import type { Page } from '../../../platform/http/fields';
import { readCursor, toPage, type PageOf } from '../../../platform/http/paging';
import { newId } from '../../../platform/ids';
import type { Database, Tx } from '../../../platform/storage/database';
import { isDuplicate } from '../../../platform/storage/failures';
import { requireQuota } from '../../../platform/storage/quota';
import { insertRows, type Sql } from '../../../platform/storage/sql';
import { defineTable, integer, orNull, text } from '../../../platform/storage/table';
import type { Caller } from '../../../workspaces/principal';
import type { Roles } from '../../../workspaces/roles';
import type { CreateCannedReplyBody, UpdateCannedReplyBody } from './schemas';

const CANNED_REPLIES = defineTable('canned_replies', ['canned_reply_id'], {
  canned_reply_id: text(),
  workspace_id: text(),
  shortcut: text(),
  content: text(),
  locale: orNull(text()),
  created_at: integer(),
});

/** A prepared answer of operators. */
export interface CannedReplyRow {
  canned_reply_id: string;
  workspace_id: string;
  /** What an operator types to insert it; unique in its workspace. */
  shortcut: string;
  content: string;
  /** Null: for every language. */
  locale: string | null;
}

/** For every member of the workspace, including operators. */
export interface CannedReplies {
  /** @throws {AppError} state_conflict when the shortcut is taken, rate_limited over the quota */
  create(caller: Caller, body: CreateCannedReplyBody): Promise<CannedReplyRow>;
  /** By shortcut. */
  list(accountId: string, workspaceId: string, page: Page): Promise<PageOf<CannedReplyRow>>;
  /** @throws {AppError} not_found, state_conflict when the shortcut is taken */
  update(caller: Caller, body: UpdateCannedReplyBody): Promise<CannedReplyRow>;
  /** @throws {AppError} not_found */
  remove(caller: Caller, cannedReplyId: string): Promise<CannedReplyRow>;
}

export interface CannedRepliesDeps {
  /** The limit of a workspace. */
  maxPerWorkspace: number;
  database: Database;
  clock: Clock;
  audit: Audit;
  roles: Roles;
}

const COLUMNS = ['canned_reply_id', 'workspace_id', 'shortcut', 'content', 'locale'] as const;
const CHANGEABLE = ['shortcut', 'content', 'locale'] as const;

export function createCannedReplies(deps: CannedRepliesDeps): CannedReplies {
  const { database, clock, audit, roles } = deps;

  /** A reply that the caller may change; one of another workspace is answered like an unknown one. */
  const own = async ({ accountId }: Caller, cannedReplyId: string): Promise<CannedReplyRow> => {
    const reply = await find(database.read, cannedReplyId);
    await roles.requireRole(accountId, reply.workspace_id, 'operator');
    return reply;
  };

  const write = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    database.transaction(work).catch((error: unknown) => {
      throw isDuplicate(error) ? new AppError('state_conflict', { cause: error }) : error;
    });

  const record = (tx: Tx, actor: Caller, action: string, reply: CannedReplyRow): Promise<void> =>
    audit.record(tx, {
      workspaceId: reply.workspace_id,
      action: `canned_reply.${action}`,
      actor,
      ip: actor.ip,
      subject: reply.canned_reply_id,
      details: { shortcut: reply.shortcut },
    });

  return {
    create: async (caller, body) => {
      await roles.requireRole(caller.accountId, body.workspace_id, 'operator');
      const reply: CannedReplyRow = {
        canned_reply_id: newId(),
        workspace_id: body.workspace_id,
        shortcut: body.shortcut,
        content: body.content,
        locale: body.locale ?? null,
      };
      return write(async (tx) => {
        await requireQuota(tx, {
          owner: 'SELECT workspace_id FROM workspaces WHERE workspace_id = ?',
          count: 'SELECT COUNT(*) AS n FROM canned_replies WHERE workspace_id = ?',
          id: reply.workspace_id,
          max: deps.maxPerWorkspace,
        });
        await insertRows(tx, CANNED_REPLIES, [{ ...reply, created_at: clock() }]);
        await record(tx, caller, 'created', reply);
        return reply;
      });
    },

    list: async (accountId, workspaceId, { limit, cursor }) => {
      await roles.requireRole(accountId, workspaceId, 'operator');
      const [after] = readCursor(cursor, 'string') ?? [''];
      const rows = await database.read.rows<CannedReplyRow>(
        `SELECT ${COLUMNS.join(', ')} FROM canned_replies
         WHERE workspace_id = ? AND shortcut > ? ORDER BY shortcut LIMIT ?`,
        [workspaceId, after, limit + 1],
      );
      return toPage(rows, limit, ({ shortcut }) => [shortcut]);
    },

    update: async (caller, { canned_reply_id: cannedReplyId, ...changes }) => {
      await own(caller, cannedReplyId);
      return write(async (tx) => {
        for (const column of CHANGEABLE) {
          const value = changes[column];
          if (value === undefined) continue;
          await tx.run(`UPDATE canned_replies SET ${column} = ? WHERE canned_reply_id = ?`, [
            value,
            cannedReplyId,
          ]);
        }
        const reply = await find(tx, cannedReplyId);
        await record(tx, caller, 'updated', reply);
        return reply;
      });
    },

    remove: async (caller, cannedReplyId) => {
      const reply = await own(caller, cannedReplyId);
      return write(async (tx) => {
        const removed = await tx.run('DELETE FROM canned_replies WHERE canned_reply_id = ?', [
          cannedReplyId,
        ]);
        if (removed === 0) throw new AppError('not_found');
        await record(tx, caller, 'removed', reply);
        return reply;
      });
    },
  };
}

async function find(sql: Sql, cannedReplyId: string): Promise<CannedReplyRow> {
  const [row] = await sql.rows<CannedReplyRow>(
    `SELECT ${COLUMNS.join(', ')} FROM canned_replies WHERE canned_reply_id = ?`,
    [cannedReplyId],
  );
  if (!row) throw new AppError('not_found');
  return row;
}
