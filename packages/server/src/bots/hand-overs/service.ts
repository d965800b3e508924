import { createOneSearch } from '../../conversations/inbox/one-search';
import type { StoredConversation } from '../../conversations/journal/store';
import { AppError } from '../../platform/errors';
import type { Database } from '../../platform/storage/database';
import { createTurns } from '../../platform/turns';
import type { TenantDirectory } from '../../tenants/directory';
import type { Tenants } from '../../tenants/service';
import type { Tenant } from '../../tenants/tenant';
import type { ConsolePrincipal } from '../../workspaces/principal';
import type { Roles } from '../../workspaces/roles';
import type { BuiltinBot } from '../builtin';
import type { Passage } from '../knowledge/passage';
import { closestOf } from './closest';
import { readHandedOver, type HandedOver } from './reading';
import { createThresholdPreview, type ThresholdPreview } from './threshold-preview';

/** The passages that the bot found for the question that it handed over last. */
export interface Closest {
  /** Null: it handed over none for lack of confidence, or it is erased. */
  asked: HandedOver | null;
  /** The decision of the built-in bot if it were asked now; null without a question. */
  decision: 'answer' | 'escalate' | null;
  confidenceThreshold: number;
  /** The best first. */
  passages: Passage[];
}

/** Why the bot handed questions over, and what would change that. */
export interface HandOvers {
  /** @throws {AppError} not_found */
  closest(principal: ConsolePrincipal, conversationId: string): Promise<Closest>;
  /**
   * Asks the built-in bot the latest questions again with another threshold. For owners and admins; counts nothing for
   * a tenant with another bot.
   * @throws {AppError} not_found, insufficient_role, overloaded while another one of the same account runs
   */
  preview(
    principal: ConsolePrincipal,
    tenantId: string,
    threshold: number,
  ): Promise<ThresholdPreview & { confidenceThreshold: number }>;
}

export interface HandOversDeps {
  database: Database;
  directory: Pick<TenantDirectory, 'find'>;
  roles: Roles;
  tenants: Pick<Tenants, 'get'>;
  builtin: BuiltinBot;
  /** @throws {AppError} not_found */
  find(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
}

const SHOWN_PASSAGES = 3;
const NOTHING_ASKED = { questions: 0, lookedAt: 0, answeredNow: 0, newlyAnswered: [] };

export function createHandOvers(deps: HandOversDeps): HandOvers {
  const { database, directory, roles, tenants, builtin } = deps;
  const previewOf = createThresholdPreview({ database, directory, builtin });
  const oneAtATime = createOneSearch('Your last preview is still being made. Wait for it.');
  /** A preview asks up to 100 questions, so at most two run at once. */
  const turns = createTurns(2);

  return {
    closest: async (principal, conversationId) => {
      const { tenantId } = (await deps.find(principal, conversationId)).session;
      const tenant = await directory.find(tenantId);
      if (!tenant) throw new AppError('not_found');
      const { confidenceThreshold } = tenant.bot;
      const [asked] = await readHandedOver(database.read, { tenantId, conversationId }, 1);
      if (!asked || !answersHere(tenant)) {
        return { asked: null, decision: null, confidenceThreshold, passages: [] };
      }
      const { decision, passages } = await builtin(tenant, asked.question, asked.locale);
      return {
        asked,
        decision: decision.kind === 'reply' ? 'answer' : 'escalate',
        confidenceThreshold,
        passages: closestOf(passages, SHOWN_PASSAGES),
      };
    },

    preview: async ({ accountId }, tenantId, threshold) => {
      const tenant = await tenants.get(accountId, tenantId);
      await roles.requireRole(accountId, tenant.workspaceId, 'admin');
      const { confidenceThreshold } = tenant.bot;
      if (!answersHere(tenant)) return { ...NOTHING_ASKED, confidenceThreshold };
      const found = await oneAtATime(accountId, () => turns(() => previewOf(tenant, threshold)));
      return { ...found, confidenceThreshold };
    },
  };
}

function answersHere({ bot: { kind } }: Tenant): boolean {
  return kind === 'builtin' || kind === 'model';
}
