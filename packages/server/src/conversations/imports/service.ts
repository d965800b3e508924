import type { Audit } from '../../audit/log';
import { DAY, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { RateLimiter } from '../../platform/rate-limits/rate-limit';
import { createPace } from '../../platform/storage/batch-erasure';
import type { Database, Tx } from '../../platform/storage/database';
import type { Indexing } from '../../search/indexing';
import type { Tenants } from '../../tenants/service';
import { requireWritable, type Tenant } from '../../tenants/tenant';
import type { Caller } from '../../workspaces/principal';
import type { Roles } from '../../workspaces/roles';
import {
  importedRows,
  importedSessionId,
  lastMessageAt,
  type ImportedConversation,
  type ImportedRows,
} from '../journal/imports/imported';
import { importedAmong, unindexedAmong, writeImported } from '../journal/imports/writing';
import { problemsOf } from './problems';
import type { ImportOutcome } from './wire';
import { toImported, type ImportBody } from './schemas';

export interface ImportOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  roles: Roles;
  tenants: Pick<Tenants, 'get'>;
  rateLimiter: RateLimiter;
  indexing: Pick<Indexing, 'note' | 'index'>;
}

export interface ImportResult {
  externalId: string;
  /** A dry run gives the outcome that the import would have. */
  outcome: ImportOutcome;
  conversationId: string | null;
}

/**
 * Imports conversations from another product. Repeating a call changes nothing. Once it resolves, the conversations are
 * durable and the search finds them.
 * @throws {AppError} not_found, insufficient_role, state_conflict, invalid_request, rate_limited, overloaded
 */
export type ImportConversations = (caller: Caller, body: ImportBody) => Promise<ImportResult[]>;

/** Imports that may wait for their turn. Further ones get 503 and have to retry. */
const MAX_WAITING = 8;
/** Rounds of indexing before an import gives up: more than enough, though visitors who write meanwhile add to them. */
const INDEX_ROUNDS = 20;

export function createImports(options: ImportOptions): ImportConversations {
  const { database, clock, audit, roles, tenants, rateLimiter, indexing } = options;
  const pace = createPace(database);
  let waiting = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** Runs one import at a time. All other writers get their turn in its pauses. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING) throw new AppError('overloaded', { retryAfterS: 2 });
    waiting++;
    const turn = lastTurn.then(work).finally(() => waiting--);
    lastTurn = turn.catch(() => undefined);
    return turn;
  };

  const record = (tx: Tx, actor: Caller, tenant: Tenant, conversations: number): Promise<void> =>
    audit.record(tx, {
      workspaceId: tenant.workspaceId,
      action: 'conversations.imported',
      actor,
      ip: actor.ip,
      subject: tenant.tenantId,
      details: { conversations },
    });

  const write = async (
    caller: Caller,
    tenant: Tenant,
    fresh: readonly ImportedConversation[],
  ): Promise<Set<string>> => {
    const rows = fresh.map((one) => importedRows(tenant, one));
    const written = new Set<string>();
    while (rows.length > 0) {
      const some = takeSome(rows, pace.rows);
      const added = await pace.transaction(async (tx) => {
        const isNew = await writeImported(tx, tenant.tenantId, some);
        if (isNew.length > 0) await record(tx, caller, tenant, isNew.length);
        return isNew;
      });
      for (const { session } of added) written.add(session.session_id);
    }
    return written;
  };

  /** Indexes before the HTTP response is sent: later, nothing would look for messages of so long ago. */
  const index = async (tenantId: string, sessionIds: readonly string[]): Promise<void> => {
    for (let round = 0; round < INDEX_ROUNDS; round++) {
      const left = await unindexedAmong(database.read, tenantId, sessionIds);
      if (left.length === 0) return;
      for (const sessionId of left) indexing.note({ tenantId, sessionId });
      await indexing.index();
    }
    throw new AppError('overloaded', { retryAfterS: 2 });
  };

  return async (caller, body) => {
    const tenant = await tenants.get(caller.accountId, body.tenant_id);
    await roles.requireRole(caller.accountId, tenant.workspaceId, 'admin');
    requireWritable(tenant);
    await rateLimiter.consume('import_per_tenant', tenant.tenantId);
    const given = body.conversations.map(toImported);
    const details = problemsOf(given, clock());
    if (details.length > 0) throw new AppError('invalid_request', { details });

    const { tenantId } = tenant;
    const idOf = ({ externalId }: ImportedConversation) => importedSessionId(tenantId, externalId);
    const sessionIds = given.map(idOf);
    const { messagesDays } = tenant.retention;
    const keptFrom = messagesDays === null ? 0 : clock() - messagesDays * DAY;
    const isKept = (one: ImportedConversation) => lastMessageAt(one) >= keptFrom;
    const there = () => importedAmong(database.read, tenantId, sessionIds);

    const before = await there();
    const fresh = given.filter((one) => !before.has(idOf(one)) && isKept(one));
    let written = new Set(fresh.map(idOf));
    if (!body.dry_run) {
      await inTurn(async () => {
        written = await write(caller, tenant, fresh);
        await index(tenantId, sessionIds);
      });
    }
    const ids = await there();
    return given.map((one) => {
      const conversationId = ids.get(idOf(one)) ?? null;
      const isWritten = written.has(idOf(one));
      const outcome = isWritten
        ? 'imported'
        : isKept(one) || conversationId
          ? 'existing'
          : 'too_old';
      return { externalId: one.externalId, outcome, conversationId };
    });
  };
}

/** Takes the first conversations that have at most `most` rows together, at least one conversation. */
function takeSome(rows: ImportedRows[], most: number): ImportedRows[] {
  let count = 0;
  let size = 0;
  for (const { messages } of rows) {
    size += messages.length + 2;
    if (count > 0 && size > most) break;
    count++;
  }
  return rows.splice(0, count);
}
