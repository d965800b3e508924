import Joi from 'joi';
import { objectId, uuid } from '../../../platform/http/fields';
import type { Route } from '../../../platform/http/route';
import type { Sql } from '../../../platform/storage/sql';
import { consoleRoutesFor } from '../../../workspaces/principal';
import { readTags } from '../../journal/tags/reading';
import { inboxRow } from '../../journal/views';
import { conversationAnswer } from '../conversation-shapes';
import type { Inbox } from '../service';
import { tag, tagList } from './fields';
import type { ConversationResponses } from '../../wire';

const consoleRoute = consoleRoutesFor<ConversationResponses>();

export interface TagRoutesOptions {
  inbox: Pick<Inbox, 'scopeOf' | 'setTags'>;
  slowRead: Sql;
}

const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

const updateBody = Joi.object<{ conversation_id: string; tags: string[] }>({
  conversation_id: objectId.required(),
  tags: tagList.required(),
});
const tagsQuery = Joi.object<{ tenant_id: string }>({ tenant_id: uuid.required() });
const tagsAnswer = Joi.object<{ tags: string[] }, true>({
  tags: Joi.array().items(tag).required(),
});

export function tagRoutes({ inbox, slowRead }: TagRoutesOptions): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/update/conversation',
      summary: 'Give a conversation these tags, in place of those that it has',
      body: updateBody,
      answer: conversationAnswer,
      handle: async ({ principal, body }) => {
        const { session, state } = await inbox.setTags(principal, body.conversation_id, body.tags);
        return { conversation: inboxRow(session, state) };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/tags',
      summary: 'The tags of a tenant’s conversations, the most used first',
      query: tagsQuery,
      answer: tagsAnswer,
      handle: async ({ principal, query }) => {
        const scope = await inbox.scopeOf(principal);
        return { tags: await readTags(slowRead, scope.tenant(query.tenant_id).tenantId) };
      },
    }),
  ];
}
