import type { Route } from '../../platform/http/route';
import { callerOf, consoleRoutesFor } from '../../workspaces/principal';
import {
  createFaqEntryBody,
  faqChangeView,
  faqEntriesAnswer,
  faqEntriesQuery,
  faqEntryAnswer,
  faqEntryIdBody,
  faqEntryView,
  givenEntry,
  updateFaqEntryBody,
} from './schemas';
import type { Faq } from './service';
import type { TenantResponses } from '../wire';

const consoleRoute = consoleRoutesFor<TenantResponses>();

const inConsole = {
  area: 'console',
  rateLimit: 'console_per_ip',
  bodyLimit: 'body_tenant_bytes',
} as const;

export function faqRoutes({ faq }: { faq: Faq }): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/faq-entries',
      summary: "The entries of a tenant's FAQ, in their order",
      query: faqEntriesQuery,
      answer: faqEntriesAnswer,
      handle: async ({ query, principal }) => {
        const { rows, nextCursor, version } = await faq.list(
          principal.accountId,
          query.tenant_id,
          query,
        );
        return { faq_entries: rows.map(faqEntryView), next_cursor: nextCursor, version };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/create/faq-entry',
      summary: "Add an entry to a tenant's FAQ",
      body: createFaqEntryBody,
      answer: faqEntryAnswer,
      status: 201,
      idempotent: { secrets: [] },
      handle: async (call) => {
        const { tenant_id: tenantId, version, questions, answer, locale = null } = call.body;
        const entry = { questions, answer, locale };
        return faqChangeView(await faq.create(callerOf(call), tenantId, entry, version));
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/update/faq-entry',
      summary: 'Change an entry; with locale null it is for every language',
      body: updateFaqEntryBody,
      answer: faqEntryAnswer,
      handle: async (call) => {
        const { faq_entry_id: id, version } = call.body;
        return faqChangeView(await faq.update(callerOf(call), id, givenEntry(call.body), version));
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/remove/faq-entry',
      summary: "Take an entry out of a tenant's FAQ",
      body: faqEntryIdBody,
      answer: faqEntryAnswer,
      handle: async (call) => {
        const { faq_entry_id: id, version } = call.body;
        return faqChangeView(await faq.remove(callerOf(call), id, version));
      },
    }),
  ];
}
