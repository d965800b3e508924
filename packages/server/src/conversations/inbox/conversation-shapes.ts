import type { LastMessage, Rating, Visitor } from '@chat-relay/receiver-sdk';
import Joi from 'joi';
import { nullable, objectId, time, uuid } from '../../platform/http/fields';
import { MATCH_FIELDS } from '../../search/facts';
import type { Match } from '../../search/wire';
import type { PageVisit } from '../../visitors/wire';
import { seq } from '../journal/message-shape';
import { CONVERSATION_STATUSES } from '../rules/state';
import type {
  Conversation,
  ListedConversation,
  OneConversation,
  OpenConversation,
  Suggestion,
} from '../wire';
import { visitorBlockKeys } from './blocks/schemas';
import { tag } from './tags/fields';

const text = Joi.string();

export const escalationReason = Joi.string()
  .valid('user_requested', 'restricted_topic', 'low_confidence', 'direct')
  .id('EscalationReason');

const pageShape = Joi.object<PageVisit, true>({
  url: text.required(),
  title: text.required(),
  at: time.required(),
}).id('PageVisit');

const rating = Joi.object<Rating, true>({
  score: Joi.number().integer().min(1).max(5).required(),
  comment: nullable(text),
  operator_id: nullable(uuid),
  resolved_by: Joi.string().valid('bot', 'agent').required(),
  rated_at: time.required(),
}).id('Rating');

const lastMessage = Joi.object<LastMessage, true>({
  kind: Joi.string().valid('visitor', 'bot', 'agent').required(),
  preview: text.allow('').required(),
  at: time.required(),
  attachment: Joi.object({ name: text.required(), type: text.required() }),
}).id('LastMessage');

const visitorFields = {
  user_id: nullable(text),
  is_identified: Joi.boolean().required(),
  contact_email: nullable(text),
  contact_proven: Joi.boolean().required(),
  unverified: Joi.object<Visitor['unverified'], true>({
    display_name: nullable(text),
    email: nullable(text),
    attributes: nullable(Joi.object().unknown()),
  })
    .id('UnverifiedVisitor')
    .required(),
};
const visitor = Joi.object<Visitor, true>(visitorFields);

/** Fields that tenants' backends read, too. */
export const tenantConversationFields = {
  conversation_id: objectId.required(),
  tenant_id: uuid.required(),
  visitor_session_id: text.required(),
  status: Joi.string()
    .valid(...CONVERSATION_STATUSES)
    .required(),
  owner: Joi.string().valid('bot', 'human').required(),
  owner_epoch: Joi.number().integer().required(),
  operator_id: nullable(uuid),
  operator_display_name: nullable(text),
  escalation_reason: nullable(escalationReason),
  claim_count: Joi.number().integer().required(),
  claimed_at: nullable(time),
  released_at: nullable(time),
  resolved_at: nullable(time),
  waiting_since: nullable(time),
  rating: nullable(rating),
  due_at: nullable(time),
  routing_key: nullable(text),
  mode: Joi.string().valid('bot', 'human').required(),
  locale: text.required(),
  origin: text.required(),
  last_seq: seq.required(),
  visitor_read_seq: seq.required(),
  agent_read_seq: seq.required(),
  started_at: time.required(),
  last_message_at: nullable(time),
  metadata: Joi.object().unknown().required(),
  last_message: nullable(lastMessage),
  unread: Joi.number().integer().required(),
  marked_unread_by: Joi.array().items(uuid).required(),
  snoozed_until: nullable(time),
  visitor: visitor.required(),
};
const operatorVisitorFields = { ...visitorFields, is_erased: Joi.boolean().required() };
const operatorFields = {
  ...tenantConversationFields,
  visitor: Joi.object<Conversation['visitor'], true>(operatorVisitorFields)
    .id('Visitor')
    .required(),
  page: nullable(pageShape),
  tags: Joi.array().items(tag).required(),
};

export const inboxRowShape = Joi.object<Conversation, true>(operatorFields).id('Conversation');
const markPlace = Joi.number().integer().min(0);
const match = Joi.object<Match, true>({
  field: Joi.string()
    .valid(...MATCH_FIELDS)
    .required(),
  excerpt: text.allow('').required(),
  marks: Joi.array().items(Joi.array().items(markPlace).length(2)).required(),
  seq,
});
/** A row of a list; `match` is present only in a search. */
export const listedRowShape = Joi.object<ListedConversation, true>({
  ...operatorFields,
  match: match.allow(null),
}).id('ListedConversation');

export const conversationAnswer = Joi.object<OneConversation, true>({
  conversation: inboxRowShape.required(),
});
const openConversation = Joi.object<OpenConversation['conversation'], true>({
  ...operatorFields,
  visitor: Joi.object<OpenConversation['conversation']['visitor'], true>({
    ...operatorVisitorFields,
    ...visitorBlockKeys,
  }).required(),
}).id('OpenConversation');
const suggestion = Joi.object<Suggestion, true>({
  content: text.required(),
  at: time.required(),
  reasons: Joi.array().items(Joi.string()).required(),
});
export const oneConversationAnswer = Joi.object<OpenConversation, true>({
  conversation: openConversation.required(),
  pages: Joi.array().items(pageShape).required(),
  suggestion: nullable(suggestion),
});
