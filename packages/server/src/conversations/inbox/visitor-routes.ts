import type { LinkTo } from '../../attachments/links';
import { emptyAnswer } from '../../platform/http/fields';
import type { Route } from '../../platform/http/route';
import { visitorRoute } from '../../visitors/auth';
import { readHistory } from '../journal/history';
import { historyAnswer } from '../journal/message-shape';
import type { Journal } from '../journal/journal';
import type { ConversationStore } from '../journal/store';
import type { SurroundingsOf } from '../journal/surroundings';
import { rateCommand } from '../rules/commands';
import { historyQuery, rateBody } from './schemas';

export interface VisitorConversationRoutesOptions {
  store: ConversationStore;
  journal: Pick<Journal, 'submit'>;
  surroundingsOf: SurroundingsOf;
  linkTo: LinkTo;
}

const VISITOR = { area: 'visitor', rateLimit: 'visitor_per_ip' } as const;

export function visitorConversationRoutes({
  store,
  journal,
  surroundingsOf,
  linkTo,
}: VisitorConversationRoutesOptions): Route[] {
  return [
    visitorRoute({
      ...VISITOR,
      method: 'GET',
      path: '/fetch/messages',
      summary: 'Messages of your conversation in order',
      query: historyQuery,
      answer: historyAnswer,
      handle: ({ principal, query }) => readHistory(store, principal.session, query, linkTo),
    }),
    visitorRoute({
      ...VISITOR,
      method: 'POST',
      path: '/rate/conversation',
      summary: 'Rate your resolved conversation, or change the rating within a day',
      body: rateBody,
      answer: emptyAnswer,
      handle: async ({ principal: { session, tenant }, body }) => {
        const surroundings = await surroundingsOf(tenant, session.locale);
        await journal.submit({ session, command: rateCommand(body), surroundings });
        return {};
      },
    }),
  ];
}
