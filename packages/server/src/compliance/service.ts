import type { AuditAction } from '../audit/actions';
import type { Audit } from '../audit/log';
import { iso, type Clock } from '../platform/clock';
import type { Hub } from '../conversations/live/hub';
import { createConversationStore, type ConversationStore } from '../conversations/journal/store';
import type { Parts } from '../platform/http/large-json';
import { AppError } from '../platform/errors';
import type { Database } from '../platform/storage/database';
import type { StoredData } from '../platform/storage/stored-data';
import type { TenantDirectory } from '../tenants/directory';
import type { Tenant } from '../tenants/tenant';
import { eraseSessions, type ErasedConversation } from './erasure';
import { readSession } from './export';
import { countConversations, findSessionIds } from './session-lookup';
import { sessionRecordView } from './view';
import type { VisitorCounts, VisitorExport } from './wire';
import { auditSubject, type Requester, type VisitorRef } from './visitor';

/** An export whose sessions are read while it is sent. */
type SentExport = Omit<VisitorExport, 'sessions'> & { sessions: Parts<object> };

/**
 * The legal rights of visitors: to see what is stored about them, and to have it erased. The caller has checked
 * that the requester may act for this tenant.
 */
export interface Compliance {
  /**
   * Exports everything as one document for people. It has no size limit, but is read in bounded parts.
   * @throws {AppError} not_found for a session of another tenant
   */
  exportVisitor(tenantId: string, ref: VisitorRef, by: Requester): Promise<SentExport>;
  /**
   * Erases content and identity permanently, and ends the sessions. Nothing of them is delivered any more,
   * except an attempt in flight. Repeating it is no error.
   * @throws {AppError} not_found for a session of another tenant
   */
  eraseVisitor(tenantId: string, ref: VisitorRef, by: Requester): Promise<{ sessions: number }>;
  /**
   * Counts what an erasure would remove, and reads none of it.
   * @throws {AppError} not_found for a session of another tenant
   */
  countVisitor(tenantId: string, ref: VisitorRef): Promise<VisitorCounts>;
}

export interface ComplianceDeps {
  database: Database;
  clock: Clock;
  audit: Audit;
  directory: Pick<TenantDirectory, 'find'>;
  store: Pick<ConversationStore, 'find'>;
  hub: Pick<Hub, 'publish'>;
  data: readonly StoredData[];
}

const SESSIONS_A_READ = 100;
/** Each session takes about 1 ms on SQLite to leave the search index, while other visitors' messages wait. */
const SESSIONS_AN_ERASURE = 20;

export function createCompliance(deps: ComplianceDeps): Compliance {
  const { database, clock, audit, directory, store, hub, data } = deps;
  const slowStore = createConversationStore(database.slowRead);

  const tenantOf = async (tenantId: string): Promise<Tenant> => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError('not_found');
    return tenant;
  };

  const auditEvent = (
    action: AuditAction,
    { tenantId, workspaceId }: Tenant,
    ref: VisitorRef,
    by: Requester,
    sessions: number,
  ) => ({
    workspaceId,
    action,
    ...by,
    subject: auditSubject(tenantId, ref),
    details: { tenant_id: tenantId, by: 'sessionId' in ref ? 'session_id' : 'user_id', sessions },
  });

  const eraseSome = (tenant: Tenant, ref: VisitorRef, by: Requester, after: string) =>
    database.transaction(async (tx) => {
      const { tenantId } = tenant;
      const range = { after, limit: SESSIONS_AN_ERASURE };
      const sessionIds = await findSessionIds(tx, tenantId, ref, range);
      if ('sessionId' in ref && after === '' && sessionIds.length === 0) {
        throw new AppError('not_found');
      }
      const erased = await eraseSessions(tx, data, { tenantId, sessionIds, now: clock() });
      if (after === '' || sessionIds.length > 0) {
        await audit.record(tx, auditEvent('visitor.erased', tenant, ref, by, sessionIds.length));
      }
      return { sessionIds, erased };
    });

  /** Closes the visitor's sockets, and takes the conversations out of the operators' lists. */
  const tell = async (
    tenantId: string,
    sessionIds: string[],
    erased: ErasedConversation[],
  ): Promise<void> => {
    for (const sessionId of sessionIds) hub.publish({ kind: 'session-over', sessionId });
    for (const { conversationId } of erased) {
      const found = await store.find([tenantId], conversationId);
      if (!found) continue;
      hub.publish({
        kind: 'change',
        ...found,
        messages: [],
        receipts: [],
        hasStatusChanged: true,
        source: null,
      });
    }
  };

  async function* sessionIdsOf(tenantId: string, ref: VisitorRef): AsyncGenerator<string[]> {
    for (let after = ''; ;) {
      const range = { after, limit: SESSIONS_A_READ };
      const sessionIds = await findSessionIds(database.slowRead, tenantId, ref, range);
      yield sessionIds;
      const last = sessionIds.at(-1);
      if (last === undefined || sessionIds.length < SESSIONS_A_READ) return;
      after = last;
    }
  }

  async function* recordsOf(tenantId: string, ref: VisitorRef): AsyncGenerator<object[]> {
    for await (const sessionIds of sessionIdsOf(tenantId, ref)) {
      for (const sessionId of sessionIds) {
        const key = { tenantId, sessionId };
        const record = await readSession(database.slowRead, slowStore, key, clock());
        if (record) yield [sessionRecordView(record)];
      }
    }
  }

  return {
    exportVisitor: async (tenantId, ref, by) => {
      const tenant = await tenantOf(tenantId);
      let count = 0;
      for await (const { length } of sessionIdsOf(tenantId, ref)) count += length;
      if ('sessionId' in ref && count === 0) throw new AppError('not_found');
      await audit.record(null, auditEvent('visitor.exported', tenant, ref, by, count));
      return {
        schema_version: '1',
        exported_at: iso(clock()),
        tenant: { tenant_id: tenantId, tenant_name: tenant.name },
        sessions: recordsOf(tenantId, ref),
      };
    },

    countVisitor: async (tenantId, ref) => {
      let lastMs: number | null = null;
      const counts = { sessions: 0, conversations: 0, messages: 0 };
      for await (const sessionIds of sessionIdsOf(tenantId, ref)) {
        const found = await countConversations(database.slowRead, tenantId, sessionIds);
        counts.sessions += sessionIds.length;
        counts.conversations += found.conversations;
        counts.messages += found.messages;
        if (found.lastMs !== null) lastMs = Math.max(lastMs ?? 0, found.lastMs);
      }
      if ('sessionId' in ref && counts.sessions === 0) throw new AppError('not_found');
      return { ...counts, last_message_at: lastMs === null ? null : iso(lastMs) };
    },

    eraseVisitor: async (tenantId, ref, by) => {
      const tenant = await tenantOf(tenantId);
      for (let after = '', sessions = 0; ;) {
        const { sessionIds, erased } = await eraseSome(tenant, ref, by, after);
        await tell(tenantId, sessionIds, erased);
        sessions += sessionIds.length;
        const last = sessionIds.at(-1);
        if (last === undefined || sessionIds.length < SESSIONS_AN_ERASURE) {
          database.forgetDeleted();
          return { sessions };
        }
        after = last;
      }
    },
  };
}
