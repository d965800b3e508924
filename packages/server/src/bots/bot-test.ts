import { AppError } from '../platform/errors';
import type { RateLimiter } from '../platform/rate-limits/rate-limit';
import type { TenantDirectory } from '../tenants/directory';
import { toBot } from '../tenants/settings';
import type { Roles } from '../workspaces/roles';
import type { BuiltinBot } from './builtin';
import type { ModelBot, Shown } from './model/model-bot';
import type { TestBotBody } from './schemas';
import type { BotTest } from './wire';

export interface BotTestDeps {
  directory: Pick<TenantDirectory, 'find'>;
  roles: Roles;
  rateLimiter: RateLimiter;
  builtin: BuiltinBot;
  askModel: ModelBot;
}

/** @throws {AppError} state_conflict for a bot that is not built in */
export type TestBot = (accountId: string, body: TestBotBody) => Promise<BotTest>;

const SHOWN_CANDIDATES = 5;

const shownToNobody = (): Shown => ({
  id: '',
  signal: new AbortController().signal,
  push: () => true,
  flush: () => {},
  discard: () => {},
});

/** Asks a tenant's bot, or one with other settings, and stores nothing. For owners and admins. */
export function createBotTest({
  directory,
  roles,
  rateLimiter,
  builtin,
  askModel,
}: BotTestDeps): TestBot {
  return async (accountId, { tenant_id: tenantId, content, bot: given, locale }) => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError('not_found');
    await roles.requireRole(accountId, tenant.workspaceId, 'admin');
    await rateLimiter.consume('test_bot_per_account', accountId);

    const settings = given
      ? {
          ...toBot(given),
          ...(!given.faq && { faq: tenant.bot.faq }),
          // Always the stored models: their addresses were checked, and their tokens are counted.
          model: tenant.bot.model,
          embeddings: tenant.bot.embeddings,
          dailyTokens: tenant.bot.dailyTokens,
        }
      : tenant.bot;
    if (settings.kind !== 'builtin' && settings.kind !== 'model') {
      throw new AppError('state_conflict', {
        message:
          'Only the built-in bot and a model can be tried: set bot.kind to builtin or model.',
      });
    }
    const asked = { text: content, earlier: null, locale: locale ?? tenant.defaultLocale };
    const tried = { ...tenant, bot: settings };
    const answered =
      settings.kind === 'model'
        ? await askModel(tried, asked, shownToNobody)
        : await builtin(tried, asked.text, asked.locale);
    if (!answered) throw new AppError('overloaded');
    const { decision, passages } = answered;
    const shown = passages.slice(0, SHOWN_CANDIDATES).map(({ title, confidence, source }) => ({
      title,
      confidence,
      source,
    }));
    if (decision.kind === 'reply') {
      const { content: answer, confidence, sources } = decision;
      return { decision: 'answer', answer, sources, confidence, candidates: shown };
    }
    const { reason, reply } = decision;
    return {
      decision: 'escalate',
      reason,
      ...(reply !== undefined && { answer: reply }),
      confidence: shown[0]?.confidence ?? 0,
      candidates: shown,
    };
  };
}
