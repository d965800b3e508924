import { createArrivalSweep } from '../attachments/arrivals/sweep';
import { removeUploads, type Removals } from '../attachments/removal/removals';
import type { Audit } from '../audit/log';
import { SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import { eraseInBatches } from '../platform/storage/batch-erasure';
import type { Database } from '../platform/storage/database';
import { placeholders } from '../platform/storage/sql';
import type { TenantDirectory } from '../tenants/directory';
import { forgetTenant } from '../search/documents';
import { startSweeps } from './sweeps';

export interface TenantErasureOptions {
  database: Database;
  directory: Pick<TenantDirectory, 'invalidate'>;
  clock: Clock;
  audit: Audit;
  removals: Pick<Removals, 'workOff'>;
}

/**
 * All rows of a tenant, by the key of each table: first what visitors said. Its own row goes last, so that an erasure
 * which is cut off continues. Its words in the search's index are not here: `forgetTenant` removes them.
 * @internal for a test that compares it with the schema
 */
export const TENANT_TABLES: Record<string, readonly string[]> = {
  messages: ['tenant_id', 'session_id', 'seq'],
  removed_messages: ['tenant_id', 'session_id', 'seq'],
  message_translations: ['tenant_id', 'session_id', 'seq', 'language'],
  uploads: ['tenant_id', 'upload_id'],
  upload_arrivals: ['tenant_id', 'object'],
  upload_totals: ['tenant_id'],
  attachment_removals: ['tenant_id', 'object'],
  notes: ['tenant_id', 'conversation_id', 'note_id'],
  conversation_tags: ['tenant_id', 'conversation_id', 'tag_key'],
  suggestions: ['tenant_id', 'conversation_id'],
  callback_attempts: ['tenant_id', 'conversation_id', 'sequence', 'timestamp_ms'],
  callback_events: ['tenant_id', 'conversation_id', 'sequence'],
  callback_lanes: ['tenant_id', 'conversation_id'],
  dismissed_questions: ['tenant_id', 'conversation_id'],
  awaited_answers: ['tenant_id', 'session_id'],
  visitor_mails: ['tenant_id', 'mail_id'],
  tickets: ['tenant_id', 'ticket_id'],
  conversations: ['tenant_id', 'session_id'],
  visitor_sessions: ['tenant_id', 'session_id'],
  visitor_blocks: ['tenant_id', 'kind', 'subject'],
  // The entries first: what is added up meanwhile is in the totals.
  report_entries: ['tenant_id', 'began_at', 'entry_id'],
  report_totals: ['tenant_id', 'began_at'],
  knowledge_documents: ['tenant_id', 'knowledge_document_id'],
  // After the documents: a vector is stored only for a document that exists.
  knowledge_vectors: ['tenant_id', 'knowledge_document_id', 'place'],
  knowledge_totals: ['tenant_id'],
  removed_conversations: ['tenant_id', 'session_id'],
  waiting_mails: ['tenant_id'],
  mail_stops: ['tenant_id', 'recipient_hash'],
  widget_sightings: ['tenant_id', 'outcome', 'origin'],
  callback_health: ['tenant_id'],
  callback_results: ['tenant_id'],
  callback_blocks: ['tenant_id', 'event'],
  callback_queue_notices: ['tenant_id'],
  operator_tenants: ['tenant_id', 'operator_id'],
  replay_claims: ['tenant_id', 'signature'],
  retired_widget_keys: ['tenant_id', 'widget_public_key'],
  tenant_secrets: ['tenant_id', 'secret_id'],
};

const TENANTS_A_SWEEP = 20;
const UPLOADS_A_STEP = 200;
const SWEEP_MS = 20 * SECOND;

interface DueTenant {
  tenantId: string;
  workspaceId: string;
}

/** Erases the tenants whose time is over. Returns how many. @internal for its tests */
export function createTenantErasure({
  database,
  directory,
  clock,
  audit,
  removals,
}: TenantErasureOptions) {
  const arrivals = createArrivalSweep({ database, clock });
  return async (isStopped: () => boolean): Promise<number> => {
    const due = await database.read.rows<DueTenant>(
      `SELECT tenant_id AS tenantId, workspace_id AS workspaceId FROM tenants
       WHERE deletes_at <= ? ORDER BY deletes_at LIMIT ${TENANTS_A_SWEEP}`,
      [clock()],
    );
    let erased = 0;
    for (const tenant of due) {
      if (isStopped()) break;
      if (await begin(tenant)) erased += (await erase(tenant, isStopped)) ? 1 : 0;
    }
    if (erased > 0) database.forgetDeleted();
    return erased;
  };

  /** From now on it can't be restored. False: it was, at the last moment. */
  async function begin({ tenantId }: DueTenant): Promise<boolean> {
    await database.transaction((tx) =>
      tx.run(
        `UPDATE tenants SET restores_to = NULL
         WHERE tenant_id = ? AND deletes_at <= ? AND restores_to IS NOT NULL`,
        [tenantId, clock()],
      ),
    );
    const rows = await database.read.rows(
      `SELECT 1 FROM tenants WHERE tenant_id = ? AND status = 'deleting' AND restores_to IS NULL`,
      [tenantId],
    );
    return rows.length > 0;
  }

  /** False: the storage is unreachable, or this was stopped. */
  async function eraseFiles(tenantId: string, isStopped: () => boolean): Promise<boolean> {
    for (;;) {
      const some = await database.read.rows<{ upload_id: string }>(
        `SELECT upload_id FROM uploads WHERE tenant_id = ? ORDER BY upload_id LIMIT ${UPLOADS_A_STEP}`,
        [tenantId],
      );
      if (some.length === 0) break;
      if (isStopped()) return false;
      const ids = some.map((row) => row.upload_id);
      const where = `upload_id IN ${placeholders(1, ids.length)}`;
      const now = clock();
      await database.transaction((tx) => removeUploads(tx, { tenantId, where, params: ids, now }));
    }
    await arrivals.releaseAll(tenantId);
    const queued = await database.read.rows(
      'SELECT 1 FROM attachment_removals WHERE tenant_id = ? LIMIT 1',
      [tenantId],
    );
    if (queued.length === 0) return true;
    // Also copies that are still being stored.
    await database.transaction((tx) =>
      tx.run('UPDATE attachment_removals SET due_at = ? WHERE tenant_id = ? AND due_at > ?', [
        clock(),
        tenantId,
        clock(),
      ]),
    );
    return removals.workOff(tenantId, isStopped);
  }

  async function erase(tenant: DueTenant, isStopped: () => boolean): Promise<boolean> {
    const { tenantId, workspaceId } = tenant;
    // Bytes first: without their rows, no one would know where they are.
    if (!(await eraseFiles(tenantId, isStopped))) return false;
    for (const [table, key] of Object.entries(TENANT_TABLES)) {
      const rows = { table, key, where: 'tenant_id = ?', params: [tenantId] };
      await eraseInBatches(database, rows, isStopped);
    }
    // Last: what is being indexed meanwhile finds no conversation.
    await forgetTenant(database, tenantId, isStopped);
    if (isStopped()) return false;
    const isLast = await database.transaction(async (tx) => {
      const gone = await tx.run('DELETE FROM tenants WHERE tenant_id = ?', [tenantId]);
      if (gone === 0) return false;
      const entry = { workspaceId, action: 'tenant.erased' as const, actor: null, ip: null };
      await audit.forgetDetails(tx, tenantId);
      await audit.record(tx, { ...entry, subject: tenantId });
      return true;
    });
    directory.invalidate(tenantId);
    return isLast;
  }
}

/** Looks for due tenants until it is stopped. Several nodes may erase one tenant together. */
export function startTenantErasure({ log, ...options }: TenantErasureOptions & { log: Logger }) {
  return startSweeps(SWEEP_MS, createTenantErasure(options), (err) =>
    log.warn({ event: 'tenant.erasure_failed', err }, 'could not erase a deleted tenant yet'),
  );
}
