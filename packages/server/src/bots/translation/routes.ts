import type { Route } from '../../platform/http/route';
import { consoleRoutesFor } from '../../workspaces/principal';
import {
  translateDraftAnswer,
  translateDraftBody,
  translateMessageAnswer,
  translateMessageBody,
} from './schemas';
import type { Translations } from './service';
import type { BotResponses } from '../wire';

const consoleRoute = consoleRoutesFor<BotResponses>();
const inConsole = { area: 'console', rateLimit: 'console_per_ip', method: 'POST' } as const;

export function translationRoutes({ translations }: { translations: Translations }): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      path: '/console/translate/message',
      summary: 'What a visitor wrote, in another language; it goes to the tenant’s model once',
      body: translateMessageBody,
      answer: translateMessageAnswer,
      handle: async ({ principal, body }) => {
        const { text, sourceLanguage } = await translations.message(principal, body);
        const { seq, language } = body;
        return { translation: { seq, language, source_language: sourceLanguage, content: text } };
      },
    }),
    consoleRoute({
      ...inConsole,
      path: '/console/translate/draft',
      summary: 'An operator’s text in the visitor’s language; nothing is sent or stored',
      body: translateDraftBody,
      answer: translateDraftAnswer,
      handle: async ({ principal, body }) => ({ draft: await translations.draft(principal, body) }),
    }),
  ];
}
