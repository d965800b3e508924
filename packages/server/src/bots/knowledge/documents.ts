import { createHash } from 'node:crypto';
import type { Audit } from '../../audit/log';
import type { Clock } from '../../platform/clock';
import { AppError, invalidField } from '../../platform/errors';
import { readCursor, toPage, type PageOf } from '../../platform/http/paging';
import type { Database, Tx } from '../../platform/storage/database';
import { isDuplicate } from '../../platform/storage/failures';
import { insertIfAbsent, insertRows, upsertRows, type Sql } from '../../platform/storage/sql';
import { dropColumns, listColumns, pickColumns } from '../../platform/storage/table';
import type { Tenants } from '../../tenants/service';
import { requireWritable, type Tenant } from '../../tenants/tenant';
import type { Caller } from '../../workspaces/principal';
import type { Roles } from '../../workspaces/roles';
import { adopt, refuseCopyOfSynced } from './equal-documents';
import { KNOWLEDGE_DOCUMENTS, KNOWLEDGE_TOTALS, type DocumentRow } from './model';
import {
  DOCUMENT_IDS,
  type CreateDocumentBody,
  type DocumentName,
  type DocumentsQuery,
  type UpdateDocumentBody,
} from './schemas';
import { splitDocument } from './split';
import type { ListedRow } from './view';

const MAX_DOCUMENTS = 1_000;
const MAX_PASSAGES = 10_000;

export interface KnowledgeDeps {
  database: Database;
  clock: Clock;
  audit: Audit;
  roles: Roles;
  tenants: Pick<Tenants, 'get'>;
  /** Whether a document's address may be http. */
  isLocal: boolean;
  /** After a change on this node. */
  onChanged(tenantId: string): void;
}

/** The documents of a tenant. Everyone who serves it may read them; owners and admins change them. */
export interface Knowledge {
  list(accountId: string, query: DocumentsQuery): Promise<PageOf<ListedRow>>;
  /** @throws {AppError} not_found */
  get(accountId: string, name: DocumentName): Promise<DocumentRow>;
  /**
   * Adds a document. With an `external_id`, it takes over the one of the same content that has none.
   * @throws {AppError} state_conflict for an `external_id` that is taken, without one for content that is synced, or
   *   for too many documents or passages
   */
  create(caller: Caller, body: CreateDocumentBody): Promise<DocumentRow>;
  /** @throws {AppError} not_found, state_conflict for another `version`, or too many passages */
  update(caller: Caller, body: UpdateDocumentBody): Promise<DocumentRow>;
  /** @throws {AppError} not_found */
  remove(caller: Caller, name: DocumentName): Promise<DocumentRow>;
}

export function createKnowledge(deps: KnowledgeDeps): Knowledge {
  const { database, clock, audit, roles, tenants } = deps;

  /** A tenant that the caller may manage; one of another workspace is answered like an unknown one. */
  const managed = async ({ accountId }: Caller, tenantId: string): Promise<Tenant> => {
    const tenant = await tenants.get(accountId, tenantId);
    await roles.requireRole(accountId, tenant.workspaceId, 'admin');
    requireWritable(tenant);
    return tenant;
  };

  const checkUrl = (url: string | null | undefined): void => {
    if (url === null || url === undefined || isLink(url, deps.isLocal)) return;
    throw invalidField('url', 'url_invalid', 'must be the address of a page: https://…');
  };

  /** Runs one change of a tenant's documents; others of the same tenant wait. */
  const change = async (
    caller: Caller,
    { tenantId, workspaceId }: Tenant,
    action: 'created' | 'updated' | 'removed',
    work: (tx: Tx, revision: number) => Promise<DocumentRow>,
  ): Promise<DocumentRow> => {
    const row = await database.transaction(async (tx) => {
      const changed = await work(tx, await nextRevision(tx, tenantId));
      await audit.record(tx, {
        workspaceId,
        action: `knowledge_document.${action}`,
        actor: caller,
        ip: caller.ip,
        subject: tenantId,
        details: { knowledge_document_id: changed.knowledge_document_id },
      });
      return changed;
    });
    deps.onChanged(tenantId);
    return row;
  };

  return {
    list: async (accountId, { tenant_id: tenantId, limit, cursor }) => {
      await tenants.get(accountId, tenantId);
      const [after] = readCursor(cursor, 'string') ?? [''];
      const rows = await database.read.rows<ListedRow>(
        `SELECT ${listColumns(LISTED)} FROM knowledge_documents
         WHERE tenant_id = ? AND knowledge_document_id > ?
         ORDER BY knowledge_document_id LIMIT ${limit + 1}`,
        [tenantId, after],
      );
      return toPage(rows, limit, (row) => [row.knowledge_document_id]);
    },

    get: async (accountId, name) => {
      const tenant = await tenants.get(accountId, tenantIdOf(name));
      return find(database.read, tenant.tenantId, name);
    },

    create: async (caller, body) => {
      const tenant = await managed(caller, body.tenant_id);
      const { url = null, locale = null, external_id: externalId = null } = body;
      checkUrl(url);
      const { tenantId } = tenant;
      const content = contentColumns(body.content);
      const write = change(caller, tenant, 'created', async (tx, revision) => {
        const row: DocumentRow = {
          tenant_id: tenantId,
          knowledge_document_id: DOCUMENT_IDS.create(tenantId),
          external_id: externalId,
          title: body.title,
          ...content,
          url,
          locale,
          revision,
          created_at: clock(),
          updated_at: clock(),
        };
        if (externalId === null) await refuseCopyOfSynced(tx, row);
        const adopted = externalId === null ? null : await adopt(tx, row);
        if (adopted) return adopted;
        await reserve(tx, tenantId, { documents: 1, passages: content.passages });
        await insertRows(tx, KNOWLEDGE_DOCUMENTS, [row]);
        return row;
      });
      return write.catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
        const message = 'Another document has this external_id. Update that one.';
        throw new AppError('state_conflict', { cause: error, message });
      });
    },

    update: async (caller, body) => {
      const tenant = await managed(caller, tenantIdOf(body));
      const { tenantId } = tenant;
      const { title, url, locale, version } = body;
      checkUrl(url);
      const content = body.content === undefined ? null : contentColumns(body.content);
      return change(caller, tenant, 'updated', async (tx, revision) => {
        const stored = await find(tx, tenantId, body);
        if (version !== undefined && version !== stored.revision) {
          const message =
            'This document has changed meanwhile. Read it again, then send its version.';
          throw new AppError('state_conflict', { message });
        }
        const row: DocumentRow = {
          ...stored,
          ...content,
          ...(title !== undefined && { title }),
          ...(url !== undefined && { url }),
          ...(locale !== undefined && { locale }),
          revision,
          updated_at: clock(),
        };
        await reserve(tx, tenantId, { documents: 0, passages: row.passages - stored.passages });
        await upsertRows(tx, KNOWLEDGE_DOCUMENTS, [row]);
        return row;
      });
    },

    remove: async (caller, name) => {
      const tenant = await managed(caller, tenantIdOf(name));
      const { tenantId } = tenant;
      return change(caller, tenant, 'removed', async (tx) => {
        const row = await find(tx, tenantId, name);
        await tx.run(
          'DELETE FROM knowledge_documents WHERE tenant_id = ? AND knowledge_document_id = ?',
          [tenantId, row.knowledge_document_id],
        );
        await tx.run(
          'DELETE FROM knowledge_vectors WHERE tenant_id = ? AND knowledge_document_id = ?',
          [tenantId, row.knowledge_document_id],
        );
        await reserve(tx, tenantId, { documents: -1, passages: -row.passages });
        return row;
      });
    },
  };
}

const LISTED = dropColumns(KNOWLEDGE_DOCUMENTS, 'content');
const COUNTS = pickColumns(KNOWLEDGE_TOTALS, 'tenant_id', 'revision', 'documents', 'passages');

/** @throws {AppError} not_found for an id of another tenant than the given one */
function tenantIdOf({ tenant_id: given, knowledge_document_id: id }: DocumentName): string {
  const tenantId = id === undefined ? given : DOCUMENT_IDS.tenantIdOf(id);
  if (tenantId === undefined || (given ?? tenantId) !== tenantId) throw new AppError('not_found');
  return tenantId;
}

async function find(sql: Sql, tenantId: string, name: DocumentName): Promise<DocumentRow> {
  const { knowledge_document_id: id, external_id: externalId } = name;
  const column = id === undefined ? 'external_id' : 'knowledge_document_id';
  const [row] = await sql.rows<DocumentRow>(
    `SELECT ${listColumns(KNOWLEDGE_DOCUMENTS)} FROM knowledge_documents
     WHERE tenant_id = ? AND ${column} = ?`,
    [tenantId, id ?? externalId ?? ''],
  );
  if (!row) throw new AppError('not_found');
  return row;
}

/** Locks the tenant's totals until the end of the transaction. */
async function nextRevision(tx: Tx, tenantId: string): Promise<number> {
  const none = { tenant_id: tenantId, revision: 0, documents: 0, passages: 0 };
  await insertIfAbsent(tx, COUNTS, none);
  await tx.run('UPDATE knowledge_totals SET revision = revision + 1 WHERE tenant_id = ?', [
    tenantId,
  ]);
  const [row] = await tx.rows<{ revision: number }>(
    'SELECT revision FROM knowledge_totals WHERE tenant_id = ?',
    [tenantId],
  );
  return row?.revision ?? 0;
}

/** @throws {AppError} state_conflict if the tenant would have more than it may */
async function reserve(
  tx: Tx,
  tenantId: string,
  { documents, passages }: { documents: number; passages: number },
): Promise<void> {
  if (documents === 0 && passages === 0) return;
  const fits = await tx.run(
    `UPDATE knowledge_totals SET documents = documents + ?, passages = passages + ?
     WHERE tenant_id = ? AND (? <= 0 OR documents + ? <= ?) AND (? <= 0 OR passages + ? <= ?)`,
    [
      documents,
      passages,
      tenantId,
      documents,
      documents,
      MAX_DOCUMENTS,
      passages,
      passages,
      MAX_PASSAGES,
    ],
  );
  if (fits > 0) return;
  throw new AppError('state_conflict', {
    message: `A tenant has at most ${MAX_DOCUMENTS} documents and ${MAX_PASSAGES} passages. Remove or shorten some first.`,
  });
}

function contentColumns(content: string) {
  return {
    content,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: Buffer.byteLength(content),
    passages: splitDocument(content).length,
  };
}

/** An address that the widget may show as a link. */
function isLink(text: string, allowHttp: boolean): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || allowHttp) && username === '' && password === '';
}
