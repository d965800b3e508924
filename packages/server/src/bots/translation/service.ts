import { AppError } from '../../platform/errors';
import type { Clock } from '../../platform/clock';
import type { RateLimiter } from '../../platform/rate-limits/rate-limit';
import type { Database } from '../../platform/storage/database';
import type { ConversationStore, StoredConversation } from '../../conversations/journal/store';
import type { TenantDirectory } from '../../tenants/directory';
import { requireWritable, type Tenant } from '../../tenants/tenant';
import type { ConsolePrincipal } from '../../workspaces/principal';
import { hasForeignAddress } from './foreign-addresses';
import { keep, readKept, type Wanted } from './kept';
import type { Translation } from './prompt';
import type { TranslateDraftBody, TranslateMessageBody } from './schemas';
import type { Translate } from './translator';

/**
 * Translates for operators, on request only. Both methods also throw the errors of `Translate`, and state_conflict
 * for a tenant that has not switched translation on.
 */
export interface Translations {
  /** @throws {AppError} not_found, state_conflict for a message that no visitor wrote, or that is removed */
  message(principal: ConsolePrincipal, body: TranslateMessageBody): Promise<Translation>;
  /**
   * An operator's text in the visitor's language. Nothing is sent or stored.
   * @throws {AppError} not_found, state_conflict if the translation has an address that the text has not
   */
  draft(
    principal: ConsolePrincipal,
    body: TranslateDraftBody,
  ): Promise<{ content: string; locale: string }>;
}

export interface TranslationsDeps {
  database: Database;
  clock: Clock;
  directory: Pick<TenantDirectory, 'find'>;
  rateLimiter: RateLimiter;
  store: Pick<ConversationStore, 'messages'>;
  translate: Translate;
  /** @throws {AppError} not_found */
  find(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
}

export function createTranslations(deps: TranslationsDeps): Translations {
  const { database, clock, store, translate } = deps;

  const open = async (
    principal: ConsolePrincipal,
    conversationId: string,
  ): Promise<StoredConversation & { tenant: Tenant }> => {
    const found = await deps.find(principal, conversationId);
    const tenant = await deps.directory.find(found.session.tenantId);
    if (!tenant) throw new AppError('not_found');
    requireWritable(tenant);
    if (tenant.status === 'suspended') throw new AppError('tenant_suspended');
    if (!tenant.bot.translation) {
      throw new AppError('state_conflict', {
        message: 'Translation is switched off for this site: set bot.translation.',
        data: { reason: 'translation_off' },
      });
    }
    await deps.rateLimiter.consume('translate_per_account', principal.accountId);
    return { ...found, tenant };
  };

  const translateMessage = async (
    tenant: Tenant,
    wanted: Wanted,
    content: string,
  ): Promise<Translation> => {
    const kept = await readKept(database, wanted);
    if (kept) return { text: kept.content, sourceLanguage: kept.source_language };
    const made = await translate(tenant, content, wanted.language);
    const { text, sourceLanguage } = made;
    const row = { content: text, source_language: sourceLanguage, created_at: clock() };
    if (!(await keep(database, wanted, row))) {
      throw new AppError('state_conflict', {
        message: 'The message was removed or erased in the meantime.',
      });
    }
    return made;
  };

  return {
    message: async (principal, { conversation_id: conversationId, seq, language }) => {
      const { session, tenant } = await open(principal, conversationId);
      const [message] = await store.messages(session, { afterSeq: seq - 1, limit: 1 });
      if (message?.seq !== seq) throw new AppError('not_found');
      const { sender, content, isRemoved } = message;
      if (sender !== 'visitor' || isRemoved || content.trim() === '') {
        throw new AppError('state_conflict', {
          message: 'Only what a visitor wrote is translated.',
        });
      }
      const { tenantId, sessionId } = session;
      return translateMessage(tenant, { tenantId, sessionId, seq, language }, content);
    },

    draft: async (principal, { conversation_id: conversationId, content, ...body }) => {
      const { session, tenant } = await open(principal, conversationId);
      const locale = body.locale ?? session.locale;
      const { text } = await translate(tenant, content, locale);
      if (hasForeignAddress(text, content)) {
        throw new AppError('state_conflict', {
          message: 'The translation has an address that your text has not.',
          data: { reason: 'foreign_address' },
        });
      }
      return { content: text, locale };
    },
  };
}
