import Joi from 'joi';
import { attachmentList } from '../../attachments/schemas';
import type { HistoryQuery } from '../journal/history';
import { seq } from '../journal/message-shape';
import { CONVERSATION_STATUSES } from '../rules/state';
import {
  clientMsgId,
  comment,
  content,
  nullable,
  objectId,
  page,
  time,
  userId,
  uuid,
  type Page,
} from '../../platform/http/fields';
import { routingKey } from '../../operators/routing-key';
import type { ListedTicket, QueueSummary, TenantQueue } from '../wire';
import { escalationReason } from './conversation-shapes';
import { tag } from './tags/fields';

const TICKET_STATUSES = ['OPEN', 'ASSIGNED', 'RESOLVED'];

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

export const ticketShape = Joi.object<ListedTicket, true>({
  ticket_id: uuid.required(),
  tenant_id: uuid.required(),
  conversation_id: objectId.required(),
  status: Joi.string()
    .valid(...TICKET_STATUSES)
    .required(),
  escalation_reason: escalationReason.allow(null).required(),
  operator_id: nullable(uuid),
  operator_display_name: nullable(Joi.string()),
  created_at: time.required(),
  assigned_at: nullable(time),
  resolved_at: nullable(time),
}).id('Ticket');
export const queueSummaryQuery = Joi.object<{ workspace_id: string }>({
  workspace_id: uuid.required(),
});
const count = Joi.number().integer().required();
export const queueSummaryAnswer = Joi.object<QueueSummary, true>({
  tenants: Joi.array()
    .items(
      Joi.object<TenantQueue, true>({
        tenant_id: uuid.required(),
        bot: count,
        waiting: count,
        assigned: count,
        mine: count,
        longest_wait_s: count.allow(null),
      }),
    )
    .required(),
  operators: Joi.object<QueueSummary['operators'], true>({
    online: count,
    absent: count,
    away: count,
  }).required(),
}).id('QueueSummary');
