import type { LinkTo } from '../../attachments/links';
import { emptyAnswer } from '../../platform/http/fields';
import { readCursor, toPage, pageAnswer } from '../../platform/http/paging';
import type { Route } from '../../platform/http/route';
import type { EffectivePresence, PresenceFacts } from '../../operators/effective-presence';
import type { InboxScope } from '../../operators/inbox-scope';
import type { Sql } from '../../platform/storage/sql';
import type { Clock } from '../../platform/clock';
import { pageView } from '../../visitors/pages/pages';
import { consoleRoutesFor, type ConsolePrincipal } from '../../workspaces/principal';
import type { Roles } from '../../workspaces/roles';
import { readHistory } from '../journal/history';
import { historyAnswer, messageAnswer } from '../journal/message-shape';
import type { ConversationFilter } from '../journal/list';
import type { BlockList } from './blocks/service';
import { visitorBlockView } from './blocks/view';
import { conversationAnswer, listedRowShape, oneConversationAnswer } from './conversation-shapes';
import type { Inbox } from './service';
import {
  conversationBody,
  conversationHistoryQuery,
  conversationQuery,
  conversationsQuery,
  messageBody,
  queueSummaryAnswer,
  queueSummaryQuery,
  readBody,
  snoozeBody,
  ticketShape,
  ticketsQuery,
  transferBody,
  typingBody,
} from './schemas';
import { snoozedIn, snoozeEnd } from './snooze';
import { readMatches } from '../../search/matches';
import { wordsOfQuery } from '../../search/words';
import { createOneSearch } from './one-search';
import { readQueueSummary } from './queue-summary';
import {
  createConversationStore,
  type ConversationStore,
  type StoredConversation,
} from '../journal/store';
import { listTickets, ticketView } from '../journal/tickets';
import { tagKeyOf } from '../rules/tags';
import { inboxRow, messageView, suggestionView } from '../journal/views';
import type { ConversationResponses } from '../wire';

const consoleRoute = consoleRoutesFor<ConversationResponses>();

export interface ConversationRoutesOptions {
  inbox: Inbox;
  blockList: Pick<BlockList, 'ofVisitor'>;
  store: ConversationStore;
  /** Connections for lists and searches, which may take long. */
  slowRead: Sql;
  roles: Roles;
  clock: Clock;
  presenceOf(operator: PresenceFacts): EffectivePresence;
  linkTo: LinkTo;
}

const CONSOLE = { area: 'console', rateLimit: 'console_per_ip' } as const;
const present = ({ session, state }: StoredConversation) => ({
  conversation: inboxRow(session, state),
});

export function conversationRoutes(options: ConversationRoutesOptions): Route[] {
  const { inbox, store, slowRead } = options;
  const { list } = createConversationStore(slowRead);
  const oneSearch = createOneSearch();
  return [...readRoutes(), ...actionRoutes()];

  function readRoutes(): Route[] {
    return [
      consoleRoute({
        ...CONSOLE,
        method: 'GET',
        path: '/console/fetch/conversations',
        summary: 'Conversations of your tenants, latest first',
        query: conversationsQuery,
        answer: pageAnswer('conversations', listedRowShape),
        handle: async ({ principal, query }) => {
          const scope = await inbox.scopeOf(principal);
          const before = readCursor(query.cursor, 'number', 'string');
          const filter: ConversationFilter = {
            tenantIds: chosenTenants(scope, query.tenant_id),
            limit: query.limit + 1,
            ...(query.status !== undefined && { status: query.status }),
            ...(query.routing_key !== undefined && { routingKey: query.routing_key }),
            ...(query.tag !== undefined && { tagKey: tagKeyOf(query.tag) }),
            ...(query.user_id !== undefined && { userId: query.user_id }),
            ...(query.q !== undefined && { words: wordsOfQuery(query.q) }),
            ...snoozedIn(query, options.clock()),
            ...(query.assigned === 'none' && { operatorIds: [] }),
            // The empty id belongs to no operator: an account that is not an operator has no conversations.
            ...(query.assigned === 'me' && { operatorIds: ['', ...scope.operatorIds()] }),
            ...(before && { before: { at: before[0], conversationId: before[1] } }),
          };
          const read = async () => {
            const { rows, nextCursor } = toPage(await list(filter), query.limit, ({ state }) => [
              state.lastMessageAt ?? 0,
              state.conversationId,
            ]);
            const visible = rows.filter(({ session }) =>
              scope.maySee(session.tenantId, session.routingKey),
            );
            const viewed = visible.map(({ session, state }) => inboxRow(session, state));
            const { words } = filter;
            if (!words) return { conversations: viewed, next_cursor: nextCursor };
            const sessions = visible.map(({ session }) => session);
            const matches = await readMatches(slowRead, sessions, words);
            const conversations = viewed.map((row, n) => ({ ...row, match: matches[n] ?? null }));
            return { conversations, next_cursor: nextCursor };
          };
          return query.q === undefined ? read() : oneSearch(principal.accountId, read);
        },
      }),
      consoleRoute({
        ...CONSOLE,
        method: 'GET',
        path: '/console/fetch/queue-summary',
        summary: 'How many conversations are where, by tenant, and who is there',
        query: queueSummaryQuery,
        answer: queueSummaryAnswer,
        handle: async ({ principal, query }) => {
          const { accountId } = principal;
          await options.roles.requireRole(accountId, query.workspace_id, 'operator');
          const scope = await inbox.scopeOf(principal);
          return readQueueSummary(slowRead, options, scope, query.workspace_id);
        },
      }),
      consoleRoute({
        ...CONSOLE,
        method: 'GET',
        path: '/console/fetch/conversation',
        summary: 'One conversation, with the pages that its visitor was on, the latest first',
        query: conversationQuery,
        answer: oneConversationAnswer,
        handle: async ({ principal, query }) => {
          const found = await inbox.find(principal, query.conversation_id);
          const [pages, suggestion, blocks] = await Promise.all([
            store.pages(found.session),
            store.suggestion(found),
            options.blockList.ofVisitor(found.session),
          ]);
          const { conversation } = present(found);
          const visitor = { ...conversation.visitor, ...visitorBlockView(blocks) };
          return {
            conversation: { ...conversation, visitor },
            pages: pages.map(pageView),
            suggestion: suggestion && suggestionView(suggestion),
          };
        },
      }),
      consoleRoute({
        ...CONSOLE,
        method: 'GET',
        path: '/console/fetch/messages',
        summary: 'Messages of a conversation in order',
        query: conversationHistoryQuery,
        answer: historyAnswer,
        handle: async ({ principal, query }) => {
          const { session } = await inbox.find(principal, query.conversation_id);
          return readHistory(store, session, query, options.linkTo);
        },
      }),
      consoleRoute({
        ...CONSOLE,
        method: 'GET',
        path: '/console/fetch/tickets',
        summary: 'Tickets of your tenants, newest first',
        query: ticketsQuery,
        answer: pageAnswer('tickets', ticketShape),
        handle: async ({ principal, query }) => {
          const scope = await inbox.scopeOf(principal);
          const found = await listTickets(slowRead, {
            tenantIds: chosenTenants(scope, query.tenant_id),
            limit: query.limit + 1,
            before: readCursor(query.cursor, 'number', 'string'),
            ...(query.status !== undefined && { status: query.status }),
          });
          const { rows, nextCursor } = toPage(found, query.limit, (row) => [
            row.created_at,
            row.ticket_id,
          ]);
          return { tickets: rows.map(ticketView), next_cursor: nextCursor };
        },
      }),
    ];
  }

  function actionRoutes(): Route[] {
    return [
      action('claim', 'Claim a conversation; exactly one of several callers succeeds', inbox.claim),
      action('release', 'Return a conversation to the queue', inbox.release),
      action('resolve', 'Mark a conversation resolved', inbox.resolve),
      action('unread', 'Mark a conversation unread, for you alone', inbox.markUnread),
      consoleRoute({
        ...CONSOLE,
        method: 'POST',
        path: '/console/snooze/conversation',
        summary: 'Leave a conversation out of the lists until a time, or a message of the visitor',
        body: snoozeBody,
        answer: conversationAnswer,
        handle: async ({ principal, body }) => {
          const until = snoozeEnd(body.until, options.clock());
          return present(await inbox.snooze(principal, body.conversation_id, until));
        },
      }),
      consoleRoute({
        ...CONSOLE,
        method: 'POST',
        path: '/console/transfer/conversation',
        summary: 'Hand a conversation to another operator; `force` where that one is not online',
        body: transferBody,
        answer: conversationAnswer,
        handle: async ({ principal, body }) => {
          const { conversation_id: id, operator_id: operatorId, force: isForced } = body;
          return present(await inbox.transfer(principal, id, { operatorId, isForced }));
        },
      }),
      consoleRoute({
        ...CONSOLE,
        method: 'POST',
        path: '/console/send/message',
        summary: 'Write to the visitor; a repeated client_msg_id is answered, not repeated',
        body: messageBody,
        answer: messageAnswer,
        handle: async ({ principal, body }) => {
          const { message, isDuplicate } = await inbox.send(principal, body.conversation_id, {
            clientMsgId: body.client_msg_id,
            content: body.content,
            uploadIds: body.attachments,
          });
          if (!message) throw new TypeError('a sent message is always there');
          return {
            message: messageView(message, options.linkTo),
            ...(isDuplicate && { duplicate: true }),
          };
        },
      }),
      consoleRoute({
        ...CONSOLE,
        method: 'POST',
        path: '/console/read/conversation',
        summary: 'Mark messages read up to a seq',
        body: readBody,
        answer: conversationAnswer,
        handle: async ({ principal, body }) =>
          present(await inbox.read(principal, body.conversation_id, body.seq)),
      }),
      consoleRoute({
        ...CONSOLE,
        method: 'POST',
        path: '/console/send/typing',
        summary: 'Show the visitor that you are typing',
        body: typingBody,
        answer: emptyAnswer,
        handle: async ({ principal, body }) => {
          await inbox.type(principal, body.conversation_id, body.state);
          return {};
        },
      }),
    ];
  }

  function action(
    verb: 'claim' | 'release' | 'resolve' | 'unread',
    summary: string,
    perform: (principal: ConsolePrincipal, conversationId: string) => Promise<StoredConversation>,
  ): Route {
    return consoleRoute({
      ...CONSOLE,
      method: 'POST',
      path: `/console/${verb}/conversation`,
      summary,
      body: conversationBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) =>
        present(await perform(principal, body.conversation_id)),
    });
  }
}

function chosenTenants(scope: InboxScope, tenantId: string | undefined): string[] {
  return tenantId === undefined ? scope.tenantIds() : [scope.tenant(tenantId).tenantId];
}
