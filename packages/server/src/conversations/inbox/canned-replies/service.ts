import { Op, type Transaction } from 'sequelize';
import type { Audit } from '../../../audit/log';
import type { Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors';
import type { Page } from '../../../platform/http/fields';
import { readCursor, toPage, type PageOf } from '../../../platform/http/paging';
import { newId } from '../../../platform/ids';
import type { Database, Tx } from '../../../platform/storage/database';
import { isDuplicate } from '../../../platform/storage/failures';
import { requireQuota } from '../../../platform/storage/quota';
import { modelOf } from '../../../platform/storage/models';
import type { Caller } from '../../../workspaces/principal';
import type { Roles } from '../../../workspaces/roles';
import { CANNED_REPLIES, type CannedReplyRow } from './model';
import type { CreateCannedReplyBody, UpdateCannedReplyBody } from './schemas';

export interface CannedReplies {
  /** @throws {AppError} state_conflict when the shortcut is taken, rate_limited over the quota */
  create(caller: Caller, body: CreateCannedReplyBody): Promise<CannedReplyRow>;
  list(accountId: string, workspaceId: string, page: Page): Promise<PageOf<CannedReplyRow>>;
  /** @throws {AppError} not_found, state_conflict when the shortcut is taken */
  update(caller: Caller, body: UpdateCannedReplyBody): Promise<CannedReplyRow>;
  /** @throws {AppError} not_found */
  remove(caller: Caller, cannedReplyId: string): Promise<CannedReplyRow>;
}

export interface CannedRepliesDeps {
  maxPerWorkspace: number;
  database: Database;
  clock: Clock;
  audit: Audit;
  roles: Roles;
}

export function createCannedReplies(deps: CannedRepliesDeps): CannedReplies {
  const { database, clock, audit, roles } = deps;
  const replies = modelOf(database, CANNED_REPLIES);

  const find = async (
    cannedReplyId: string,
    transaction: Transaction | null = null,
  ): Promise<CannedReplyRow> => {
    const found = await replies.findByPk(cannedReplyId, { transaction });
    if (!found) throw new AppError('not_found');
    return found.get();
  };

  /** Finds a reply that the caller may change; one of another workspace gets the error of an unknown one. */
  const own = async ({ accountId }: Caller, cannedReplyId: string): Promise<CannedReplyRow> => {
    const reply = await find(cannedReplyId);
    await roles.requireRole(accountId, reply.workspace_id, 'operator');
    return reply;
  };

  const write = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    database.transaction(work).catch((error: unknown) => {
      throw isDuplicate(error)
        ? new AppError('state_conflict', {
            cause: error,
            message: 'Another canned reply has this shortcut. Choose another one.',
          })
        : error;
    });

  const record = (
    tx: Tx,
    actor: Caller,
    action: 'created' | 'updated' | 'removed',
    reply: CannedReplyRow,
  ): Promise<void> =>
    audit.record(tx, {
      workspaceId: reply.workspace_id,
      action: `canned_reply.${action}`,
      actor,
      ip: actor.ip,
      subject: reply.canned_reply_id,
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
        created_at: clock(),
      };
      return write(async (tx) => {
        await requireQuota(tx, {
          owner: 'SELECT workspace_id FROM workspaces WHERE workspace_id = ?',
          count: 'SELECT COUNT(*) AS n FROM canned_replies WHERE workspace_id = ?',
          id: reply.workspace_id,
          max: deps.maxPerWorkspace,
        });
        await replies.create(reply, { transaction: await tx.forModels() });
        await record(tx, caller, 'created', reply);
        return reply;
      });
    },

    list: async (accountId, workspaceId, { limit, cursor }) => {
      await roles.requireRole(accountId, workspaceId, 'operator');
      const [after] = readCursor(cursor, 'string') ?? [''];
      const found = await replies.findAll({
        where: { workspace_id: workspaceId, shortcut: { [Op.gt]: after } },
        order: [['shortcut', 'ASC']],
        limit: limit + 1,
      });
      const rows = found.map((reply) => reply.get());
      return toPage(rows, limit, ({ shortcut }) => [shortcut]);
    },

    update: async (caller, { canned_reply_id: cannedReplyId, ...changes }) => {
      await own(caller, cannedReplyId);
      return write(async (tx) => {
        const transaction = await tx.forModels();
        await replies.update(changes, { where: { canned_reply_id: cannedReplyId }, transaction });
        const reply = await find(cannedReplyId, transaction);
        await record(tx, caller, 'updated', reply);
        return reply;
      });
    },

    remove: async (caller, cannedReplyId) => {
      const reply = await own(caller, cannedReplyId);
      return write(async (tx) => {
        const removed = await replies.destroy({
          where: { canned_reply_id: cannedReplyId },
          transaction: await tx.forModels(),
        });
        if (removed === 0) throw new AppError('not_found');
        await record(tx, caller, 'removed', reply);
        return reply;
      });
    },
  };
}
