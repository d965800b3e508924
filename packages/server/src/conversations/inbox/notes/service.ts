import type { InboxScope, TenantScope } from '../../../operators/inbox-scope';
import type { Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors';
import { readCursor, toPage, type PageOf } from '../../../platform/http/paging';
import { newId } from '../../../platform/ids';
import type { Database, Tx } from '../../../platform/storage/database';
import { forUpdate, insertRows } from '../../../platform/storage/sql';
import { listColumns } from '../../../platform/storage/table';
import type { TenantDirectory } from '../../../tenants/directory';
import { requireWritable } from '../../../tenants/tenant';
import type { SessionKey } from '../../../visitors/session';
import type { ConsolePrincipal } from '../../../workspaces/principal';
import { isAtLeast } from '../../../workspaces/roles';
import type { StoredConversation } from '../../journal/store';
import type { Hub } from '../../live/hub';
import type { SessionFacts } from '../../rules/state';
import { mentionedIn, operatorsOf } from './mentions';
import { NOTES, type NoteRow } from './model';
import type { CreateNoteBody, NoteBody, NotesQuery } from './schemas';
import { noteView } from './view';

export interface Notes {
  /**
   * @throws {AppError} not_found, also for a mentioned operator who doesn't serve the tenant; insufficient_role for an
   * admin who is no operator of the tenant; state_conflict for an erased conversation; rate_limited over the limit of a
   * conversation
   */
  create(principal: ConsolePrincipal, body: CreateNoteBody): Promise<NoteRow>;
  /** Notes, the oldest first. @throws {AppError} not_found */
  list(principal: ConsolePrincipal, query: NotesQuery): Promise<PageOf<NoteRow>>;
  /** @throws {AppError} not_found, insufficient_role for someone else's note unless an admin removes it */
  remove(principal: ConsolePrincipal, body: NoteBody): Promise<NoteRow>;
}

export interface NotesOptions {
  database: Database;
  clock: Clock;
  hub: Pick<Hub, 'publish'>;
  directory: Pick<TenantDirectory, 'find'>;
  maxPerConversation: number;
  scopeOf(principal: ConsolePrincipal): Promise<InboxScope>;
  /** @throws {AppError} not_found */
  find(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
}

/** A long wait, because only deleting a note makes room. */
const RETRY_AFTER_S = 3600;

export function createNotes(options: NotesOptions): Notes {
  const { database, clock, hub } = options;

  const open = async (
    principal: ConsolePrincipal,
    conversationId: string,
  ): Promise<{ session: SessionFacts; scope: TenantScope }> => {
    const { session } = await options.find(principal, conversationId);
    const scope = await options.scopeOf(principal);
    return { session, scope: scope.tenant(session.tenantId) };
  };

  const openToWrite = async (principal: ConsolePrincipal, conversationId: string) => {
    const opened = await open(principal, conversationId);
    const tenant = await options.directory.find(opened.session.tenantId);
    if (!tenant) throw new AppError('not_found');
    requireWritable(tenant);
    return opened;
  };

  return {
    create: async (
      principal,
      { conversation_id: conversationId, content, operator_ids: called },
    ) => {
      const { session, scope } = await openToWrite(principal, conversationId);
      const { operator } = scope;
      if (!operator) {
        throw new AppError('insufficient_role', {
          message:
            'Only an operator of this tenant can write notes. Make this account an operator first.',
        });
      }
      const note: NoteRow = {
        tenant_id: session.tenantId,
        conversation_id: conversationId,
        note_id: newId(),
        operator_id: operator.operatorId,
        operator_display_name: operator.displayName,
        content,
        created_at: clock(),
      };
      const operators = await operatorsOf(database.read, session.tenantId, content, called);
      const operatorIds = called ?? mentionedIn(content, operators);
      if (operatorIds.some((id) => !operators.some((one) => one.operator_id === id))) {
        throw new AppError('not_found');
      }
      await database.transaction(async (tx) => {
        await lockSession(tx, session);
        await requireRoom(tx, note, options.maxPerConversation);
        await insertRows(tx, NOTES, [note]);
      });
      const of = { tenantId: session.tenantId, conversationId };
      hub.publish({ kind: 'note', ...of, sessionId: session.sessionId, note: noteView(note) });
      if (operatorIds.length > 0) {
        const { workspaceId } = scope;
        const { routingKey } = session;
        const { note_id: noteId } = note;
        hub.publish({ kind: 'mention', ...of, workspaceId, routingKey, noteId, operatorIds });
      }
      return note;
    },

    list: async (principal, { conversation_id: conversationId, limit, cursor }) => {
      const { session } = await open(principal, conversationId);
      const [after] = readCursor(cursor, 'string') ?? [''];
      const rows = await database.read.rows<NoteRow>(
        `SELECT ${listColumns(NOTES)} FROM notes
         WHERE tenant_id = ? AND conversation_id = ? AND note_id > ? ORDER BY note_id LIMIT ?`,
        [session.tenantId, conversationId, after, limit + 1],
      );
      return toPage(rows, limit, ({ note_id: noteId }) => [noteId]);
    },

    remove: async (principal, { conversation_id: conversationId, note_id: noteId }) => {
      const { session, scope } = await openToWrite(principal, conversationId);
      const { tenantId, sessionId } = session;
      const key = [tenantId, conversationId, noteId];
      const note = await database.transaction(async (tx) => {
        const [found] = await tx.rows<NoteRow>(
          `SELECT ${listColumns(NOTES)} FROM notes
           WHERE tenant_id = ? AND conversation_id = ? AND note_id = ?${forUpdate(tx.dialect)}`,
          key,
        );
        if (!found) throw new AppError('not_found');
        const isOwn = found.operator_id === scope.operator?.operatorId;
        if (!isOwn && !isAtLeast(scope.role, 'admin')) throw new AppError('insufficient_role');
        await tx.run(
          'DELETE FROM notes WHERE tenant_id = ? AND conversation_id = ? AND note_id = ?',
          key,
        );
        return found;
      });
      hub.publish({ kind: 'note-removed', tenantId, sessionId, conversationId, noteId });
      return note;
    },
  };
}

/** Locks the session like an erasure: one that starts now waits, and then finds the note. */
async function lockSession(tx: Tx, { tenantId, sessionId }: SessionKey): Promise<void> {
  const [session] = await tx.rows<{ erased_at: number | null }>(
    `SELECT erased_at FROM visitor_sessions WHERE tenant_id = ? AND session_id = ?${forUpdate(tx.dialect)}`,
    [tenantId, sessionId],
  );
  if (!session) throw new AppError('not_found');
  if (session.erased_at !== null)
    throw new AppError('state_conflict', {
      message: "This visitor's data is erased: notes about them can't be written.",
    });
}

async function requireRoom(tx: Tx, note: NoteRow, max: number): Promise<void> {
  const [row] = await tx.rows<{ n: number }>(
    'SELECT COUNT(*) AS n FROM notes WHERE tenant_id = ? AND conversation_id = ?',
    [note.tenant_id, note.conversation_id],
  );
  if (Number(row?.n) >= max) throw new AppError('rate_limited', { retryAfterS: RETRY_AFTER_S });
}
