import type { Audit } from '../../audit/log';
import { createOneSearch } from '../../conversations/inbox/one-search';
import type { InboxScope } from '../../operators/inbox-scope';
import { DAY, type Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { lockInOrderOf, placeholders, upsertRows } from '../../platform/storage/sql';
import { createTurns } from '../../platform/turns';
import type { Tenants } from '../../tenants/service';
import { requireWritable, type Tenant } from '../../tenants/tenant';
import type { Caller, ConsolePrincipal } from '../../workspaces/principal';
import type { Roles } from '../../workspaces/roles';
import type { BuiltinBot } from '../builtin';
import { createSlices } from '../../platform/slices';
import { closestOf } from '../hand-overs/closest';
import type { Passage } from '../knowledge/passage';
import { blankPersonal, hasWords } from './blanking';
import { groupQuestions } from './grouping';
import { DISMISSED_QUESTIONS } from './model';
import { readAnswers, readAnsweredByPeople, type AnsweredByPerson } from './reading';
import type { DismissBody } from './schemas';

/** Similar questions that people answered because the bot could not. */
export interface QuestionGroup {
  /** The latest of the questions, without what is personal. */
  example: string;
  lastAt: number;
  /** The latest first. */
  conversationIds: string[];
  /** The first message of the person who answered the example, without what is personal. */
  suggestedAnswer: string;
  /** The closest passage for the example among today's documents; null: there is none. */
  closest: Passage | null;
}

export interface Unanswered {
  /**
   * Lists groups of questions that the built-in bot still can't answer, the largest first.
   * @throws {AppError} not_found, overloaded while another one of the same account runs
   */
  list(
    principal: ConsolePrincipal,
    tenantId: string,
  ): Promise<{ groups: QuestionGroup[]; confidenceThreshold: number }>;
  /**
   * Leaves the questions that these conversations have so far out of the list. Returns the number of conversations,
   * without unknown and erased ones.
   * @throws {AppError} not_found, insufficient_role for operators
   */
  dismiss(caller: Caller, body: DismissBody): Promise<number>;
}

export interface UnansweredDeps {
  database: Database;
  clock: Clock;
  audit: Audit;
  roles: Roles;
  tenants: Pick<Tenants, 'get'>;
  builtin: BuiltinBot;
  scopeOf(principal: ConsolePrincipal): Promise<InboxScope>;
}

const LOOKED_BACK_MS = 90 * DAY;
const MAX_GROUPS = 50;
/** How many groups, the largest first, the bot is asked about: it may know the answer by now. */
const MAX_ASKED_GROUPS = 200;
const DISMISSED_AT_ONCE = 100;

export function createUnanswered(deps: UnansweredDeps): Unanswered {
  const { database, clock, audit, roles, tenants } = deps;
  const oneAtATime = createOneSearch('Your last list is still being made. Wait for it.');
  /** Grouping is slow for a tenant with many questions, so at most two lists are made at once. */
  const turns = createTurns(2);

  const read = async (tenant: Tenant, scope: InboxScope): Promise<QuestionGroup[]> => {
    const { tenantId } = tenant;
    const since = clock() - LOOKED_BACK_MS;
    const all = await readAnsweredByPeople(database.slowRead, { tenantId, since });
    const visible = all.filter(({ routingKey }) => scope.maySee(tenantId, routingKey));
    const groups = (await groupQuestions(visible))
      .map(groupOf)
      .filter(({ example }) => hasWords(example));
    // The sort is stable: groups of equal size stay in their order, the latest first.
    const largest = groups.toSorted((a, b) => b.conversationIds.length - a.conversationIds.length);
    const open = await stillOpen(tenant, largest.slice(0, MAX_ASKED_GROUPS));
    const answerTo = await readAnswers(
      database.slowRead,
      tenantId,
      open.map(({ latest }) => latest),
    );
    return open.flatMap(({ latest, example, conversationIds, closest }) => {
      const answer = answerTo(latest);
      if (answer === undefined) return [];
      const suggestedAnswer = blankPersonal(answer, latest.visitorName);
      const lastAt = latest.escalatedAt;
      return [{ example, lastAt, conversationIds, suggestedAnswer, closest }];
    });
  };

  /** The first groups whose example the built-in bot does not answer. */
  const stillOpen = async (tenant: Tenant, groups: readonly Group[]): Promise<OpenGroup[]> => {
    const slices = createSlices();
    const open: OpenGroup[] = [];
    for (const group of groups) {
      if (open.length === MAX_GROUPS) break;
      const { example, latest } = group;
      const { decision, passages } = await deps.builtin(tenant, example, latest.locale);
      const [closest = null] = closestOf(passages, 1);
      if (decision.kind !== 'reply') open.push({ ...group, closest });
      await slices.pause();
    }
    return open;
  };

  /** Locks the sessions, as erasures do: they wait, and then delete the rows written here. */
  const dismissSome = (caller: Caller, tenant: Tenant, conversationIds: string[]) =>
    database.transaction(async (tx) => {
      const { tenantId, workspaceId } = tenant;
      const asked = await tx.rows<{ conversation_id: string; session_id: string }>(
        `SELECT conversation_id, session_id FROM conversations
         WHERE tenant_id = ? AND conversation_id IN ${placeholders(1, conversationIds.length)}`,
        [tenantId, ...conversationIds],
      );
      if (asked.length === 0) return 0;
      const kept = await tx.rows<{ session_id: string }>(
        `SELECT session_id FROM visitor_sessions
         WHERE tenant_id = ? AND session_id IN ${placeholders(1, asked.length)} AND erased_at IS NULL
         ${lockInOrderOf(tx.dialect, 'tenant_id, session_id')}`,
        [tenantId, ...asked.map((row) => row.session_id)],
      );
      const found = asked.filter((row) =>
        kept.some(({ session_id }) => session_id === row.session_id),
      );
      if (found.length === 0) return 0;
      const dismissed = found.map((row) => ({
        tenant_id: tenantId,
        conversation_id: row.conversation_id,
        dismissed_at: clock(),
      }));
      await upsertRows(tx, DISMISSED_QUESTIONS, dismissed);
      await audit.record(tx, {
        workspaceId,
        action: 'unanswered.dismissed',
        actor: caller,
        ip: caller.ip,
        subject: tenantId,
        details: { conversations: dismissed.length },
      });
      return dismissed.length;
    });

  return {
    list: async (principal, tenantId) => {
      const { accountId } = principal;
      const tenant = await tenants.get(accountId, tenantId);
      const scope = await deps.scopeOf(principal);
      const groups = await oneAtATime(accountId, () => turns(() => read(tenant, scope)));
      return { groups, confidenceThreshold: tenant.bot.confidenceThreshold };
    },

    dismiss: async (caller, { tenant_id: tenantId, conversation_ids: given }) => {
      const tenant = await tenants.get(caller.accountId, tenantId);
      await roles.requireRole(caller.accountId, tenant.workspaceId, 'admin');
      requireWritable(tenant);
      const distinct = [...new Set(given)];
      let dismissed = 0;
      for (let start = 0; start < distinct.length; start += DISMISSED_AT_ONCE) {
        const some = distinct.slice(start, start + DISMISSED_AT_ONCE);
        dismissed += await dismissSome(caller, tenant, some);
      }
      return dismissed;
    },
  };
}

interface Group {
  latest: AnsweredByPerson;
  example: string;
  conversationIds: string[];
}

interface OpenGroup extends Group {
  closest: Passage | null;
}

function groupOf(questions: readonly AnsweredByPerson[]): Group {
  const latest = questions[0]!;
  return {
    latest,
    example: blankPersonal(latest.question, latest.visitorName),
    conversationIds: [...new Set(questions.map(({ conversationId }) => conversationId))],
  };
}
