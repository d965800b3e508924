import Joi from 'joi';
import { attachmentList } from '../../attachments/schemas';
import type { HistoryQuery } from '../journal/history';
import { visitorBlockKeys } from './blocks/schemas';
import { messageShape, seq } from '../journal/message-shape';
import { CONVERSATION_STATUSES } from '../rules/state';
import {
  clientMsgId,
  comment,
  content,
  objectId,
  page,
  time,
  userId,
  uuid,
  type Page,
} from '../../platform/http/fields';
import { MATCH_FIELDS } from '../../search/facts';
import { routingKey } from '../../operators/routing-key';
import { tag } from './tags/fields';

const TICKET_STATUSES = ['OPEN', 'ASSIGNED', 'RESOLVED'];
const REASONS = ['user_requested', 'restricted_topic', 'low_confidence', 'direct'];

export const conversationBody = Joi.object<{ conversation_id: string }>({
  conversation_id: objectId.required(),
});
export const transferBody = Joi.object<{
  conversation_id: string;
  operator_id: string;
  force?: boolean;
}>({
  conversation_id: objectId.required(),
  operator_id: uuid.required(),
  force: Joi.boolean(),
});
/** Empty only with files. */
const contentOrFiles = content.when('attachments', {
  is: Joi.array().min(1).required(),
  // oxlint-disable-next-line unicorn/no-thenable -- Joi calls it so, and no promise is meant
  then: Joi.allow(''),
});
export const messageBody = Joi.object<{
  conversation_id: string;
  client_msg_id: string;
  content: string;
  attachments?: string[];
}>({
  conversation_id: objectId.required(),
  client_msg_id: clientMsgId.required(),
  content: contentOrFiles.required(),
  attachments: attachmentList,
});
export const readBody = Joi.object<{ conversation_id: string; seq: number }>({
  conversation_id: objectId.required(),
  seq: seq.required(),
});
export const rateBody = Joi.object<{ rating: number; comment?: string }>({
  rating: Joi.number().integer().min(1).max(5).required(),
  comment: comment.allow(''),
});
export const snoozeBody = Joi.object<{ conversation_id: string; until: string | null }>({
  conversation_id: objectId.required(),
  until: time.allow(null).required(),
});
export const typingBody = Joi.object<{ conversation_id: string; state: 'start' | 'stop' }>({
  conversation_id: objectId.required(),
  state: Joi.valid('start', 'stop').required(),
});

export interface ConversationsQuery extends Page {
  tenant_id?: string;
  status?: string;
  routing_key?: string;
  assigned?: 'me' | 'none';
  snoozed?: boolean;
  tag?: string;
  user_id?: string;
  q?: string;
}
export const conversationsQuery = Joi.object<ConversationsQuery>({
  tenant_id: uuid,
  status: Joi.valid(...CONVERSATION_STATUSES),
  routing_key: routingKey,
  assigned: Joi.valid('me', 'none'),
  snoozed: Joi.boolean(),
  tag,
  user_id: userId,
  q: Joi.string().min(2).max(64),
  ...page,
});
export const conversationQuery = Joi.object<{ conversation_id: string }>({
  conversation_id: objectId.required(),
});

const history = { before_seq: seq, after_seq: seq, limit: page.limit };
export const historyQuery = Joi.object<HistoryQuery>(history);
export const conversationHistoryQuery = Joi.object<HistoryQuery & { conversation_id: string }>({
  conversation_id: objectId.required(),
  ...history,
});
export interface TicketsQuery extends Page {
  tenant_id?: string;
  status?: string;
}
export const ticketsQuery = Joi.object<TicketsQuery>({
  tenant_id: uuid,
  status: Joi.valid(...TICKET_STATUSES),
  ...page,
});

const text = Joi.string();
const nullable = (schema: Joi.Schema) => schema.allow(null).required();

export const historyAnswer = Joi.object({
  messages: Joi.array().items(messageShape).required(),
  has_more: Joi.boolean().required(),
  last_seq: seq.required(),
});

const pageShape = Joi.object({
  url: text.required(),
  title: text.required(),
  at: time.required(),
});

/** For tenants' backends. */
const tenantRowShape = Joi.object({
  conversation_id: objectId.required(),
  tenant_id: uuid.required(),
  visitor_session_id: text.required(),
  status: Joi.valid(...CONVERSATION_STATUSES).required(),
  owner: Joi.valid('bot', 'human').required(),
  owner_epoch: Joi.number().integer().required(),
  operator_id: nullable(uuid),
  operator_display_name: nullable(text),
  escalation_reason: Joi.valid(...REASONS, null).required(),
  claim_count: Joi.number().integer().required(),
  claimed_at: nullable(time),
  released_at: nullable(time),
  resolved_at: nullable(time),
  waiting_since: nullable(time),
  rating: Joi.object({
    score: Joi.number().integer().min(1).max(5).required(),
    comment: nullable(text),
    operator_id: nullable(uuid),
    resolved_by: Joi.valid('bot', 'agent').required(),
    rated_at: time.required(),
  })
    .allow(null)
    .required(),
  due_at: nullable(time),
  routing_key: nullable(text),
  mode: Joi.valid('bot', 'human').required(),
  locale: text.required(),
  origin: text.required(),
  last_seq: seq.required(),
  visitor_read_seq: seq.required(),
  agent_read_seq: seq.required(),
  started_at: time.required(),
  last_message_at: nullable(time),
  metadata: Joi.object().unknown().required(),
  last_message: Joi.object({
    kind: Joi.valid('visitor', 'bot', 'agent').required(),
    preview: text.allow('').required(),
    at: time.required(),
    attachment: Joi.object({ name: text.required(), type: text.required() }),
  })
    .allow(null)
    .required(),
  unread: Joi.number().integer().required(),
  marked_unread_by: Joi.array().items(uuid).required(),
  snoozed_until: nullable(time),
  visitor: Joi.object({
    user_id: nullable(text),
    is_identified: Joi.boolean().required(),
    contact_email: nullable(text),
    contact_proven: Joi.boolean().required(),
    unverified: Joi.object({
      display_name: nullable(text),
      email: nullable(text),
      attributes: nullable(Joi.object().unknown()),
    }).required(),
  }).required(),
});
/** For operators. */
export const inboxRowShape = tenantRowShape.keys({
  page: pageShape.allow(null).required(),
  tags: Joi.array().items(tag).required(),
  visitor: (tenantRowShape.extract('visitor') as Joi.ObjectSchema).keys({
    is_erased: Joi.boolean().required(),
  }),
});
const markPlace = Joi.number().integer().min(0);
/** In a list; `match` is there in a search. */
export const listedRowShape = inboxRowShape.keys({
  match: Joi.object({
    field: Joi.valid(...MATCH_FIELDS).required(),
    excerpt: text.allow('').required(),
    marks: Joi.array().items(Joi.array().items(markPlace).length(2)).required(),
    seq,
  }).allow(null),
});
export const tenantConversationAnswer = Joi.object({ conversation: tenantRowShape.required() });
export const conversationAnswer = Joi.object({ conversation: inboxRowShape.required() });
export const oneConversationAnswer = Joi.object({
  conversation: inboxRowShape
    .keys({
      visitor: (inboxRowShape.extract('visitor') as Joi.ObjectSchema).keys(visitorBlockKeys),
    })
    .required(),
  pages: Joi.array().items(pageShape).required(),
  suggestion: Joi.object({
    content: Joi.string().required(),
    at: time.required(),
    reasons: Joi.array().items(Joi.string()).required(),
  })
    .allow(null)
    .required(),
});
export const messageAnswer = Joi.object({
  message: messageShape.required(),
  duplicate: Joi.boolean(),
});
export const ticketShape = Joi.object({
  ticket_id: uuid.required(),
  tenant_id: uuid.required(),
  conversation_id: objectId.required(),
  status: Joi.valid(...TICKET_STATUSES).required(),
  escalation_reason: Joi.valid(...REASONS, null).required(),
  operator_id: nullable(uuid),
  operator_display_name: nullable(text),
  created_at: time.required(),
  assigned_at: nullable(time),
  resolved_at: nullable(time),
});
export const queueSummaryQuery = Joi.object<{ workspace_id: string }>({
  workspace_id: uuid.required(),
});
const count = Joi.number().integer().required();
export const queueSummaryAnswer = Joi.object({
  tenants: Joi.array()
    .items(
      Joi.object({
        tenant_id: uuid.required(),
        bot: count,
        waiting: count,
        assigned: count,
        mine: count,
        longest_wait_s: count.allow(null),
      }),
    )
    .required(),
  operators: Joi.object({ online: count, absent: count, away: count }).required(),
});
export const emptyAnswer = Joi.object({});
