import type {
  Attachment,
  Conversation,
  History,
  LinkedAttachment,
  Message,
  SentMessage,
  Session,
} from '@chat-relay/receiver-sdk';
import Joi from 'joi';
import {
  attachmentFields,
  conversationUploadBody,
  fileFields,
  uploadBody as consoleUploadBody,
  type ConversationUploadBody,
  type UploadBody,
} from '../attachments/schemas';
import { tenantConversationFields } from '../conversations/inbox/conversation-shapes';
import type { HistoryQuery } from '../conversations/journal/history';
import { messageFields, seq } from '../conversations/journal/message-shape';
import { visitorFields, type VisitorBody } from '../compliance/schemas';
import {
  conversationBody,
  conversationHistoryQuery,
  messageBody,
  typingBody,
} from '../conversations/inbox/schemas';
import { nullable, time, userId, uuid } from '../platform/http/fields';

/**
 * Makes the body of an operation from the one of the console route with the same name. It also has the operation's
 * name, because the path isn't signed.
 */
function operation<Body>(
  op: string,
  schema: Joi.ObjectSchema,
  more: Joi.SchemaMap = {},
): Joi.ObjectSchema<Body> {
  return schema.keys({ op: Joi.valid(op).required(), ...more }) as Joi.ObjectSchema<Body>;
}

const ESCALATION_REASONS = ['user_requested', 'restricted_topic', 'low_confidence'] as const;
type BotEscalationReason = (typeof ESCALATION_REASONS)[number];

interface ConversationBody {
  conversation_id: string;
}
interface SendMessageBody extends ConversationBody {
  client_msg_id: string;
  content: string;
  attachments?: string[];
  owner_epoch?: number;
}
interface EscalateBody extends ConversationBody {
  reason?: BotEscalationReason;
}

export const sendMessageBody = operation<SendMessageBody>('send/message', messageBody, {
  owner_epoch: Joi.number().integer().min(0),
});
export const sendTypingBody = operation<ConversationBody & { state: 'start' | 'stop' }>(
  'send/typing',
  typingBody,
);
export const escalateBody = operation<EscalateBody>('escalate/conversation', conversationBody, {
  reason: Joi.valid(...ESCALATION_REASONS),
});
export const createUploadBody = operation<ConversationUploadBody>(
  'create/upload',
  conversationUploadBody,
);
export const finishUploadBody = operation<UploadBody>('finish/upload', consoleUploadBody);
export const fetchAttachmentBody = operation<UploadBody>('fetch/attachment', consoleUploadBody);
export const resolveBody = operation<ConversationBody>('resolve/conversation', conversationBody);
export const fetchConversationBody = operation<ConversationBody>(
  'fetch/conversation',
  conversationBody,
);
export const fetchMessagesBody = operation<HistoryQuery & ConversationBody>(
  'fetch/messages',
  conversationHistoryQuery,
);
export const fetchSessionsBody = operation<{ user_id: string }>(
  'fetch/sessions',
  Joi.object({ user_id: userId.required() }),
);

type OwnVisitorBody = Omit<VisitorBody, 'tenant_id'> & { tenant_id?: string };
/** `tenant_id` is the console's field; here, only the caller's own is accepted. */
const visitorBody = Joi.object({ tenant_id: uuid, ...visitorFields }).xor('session_id', 'user_id');
export const exportVisitorBody = operation<OwnVisitorBody>('export/visitor', visitorBody);
export const eraseVisitorBody = operation<OwnVisitorBody>('erase/visitor', visitorBody);

const session = Joi.object<Session, true>({
  session_id: Joi.string().required(),
  tenant_id: uuid.required(),
  user_id: Joi.string().required(),
  mode: Joi.string().valid('bot', 'human').required(),
  locale: Joi.string().required(),
  routing_key: nullable(Joi.string()),
  origin: Joi.string().required(),
  conversation_id: nullable(Joi.string()),
  status: nullable(Joi.string()),
  created_at: time.required(),
  expires_at: time.required(),
  ended_at: nullable(time),
}).id('VisitorSession');
export const sessionsAnswer = Joi.object<{ sessions: Session[] }, true>({
  sessions: Joi.array().items(session).required(),
});

// The fields are those of the console's responses; here they are compared with the types of the receiver's package.
const message = Joi.object<Message, true>(messageFields).id('Message');
const attachment = Joi.object<LinkedAttachment, true>(attachmentFields).id('Attachment');
export const messageAnswer = Joi.object<SentMessage, true>({
  message: message.required(),
  duplicate: Joi.boolean().valid(true),
});
export const historyAnswer = Joi.object<History, true>({
  messages: Joi.array().items(message).required(),
  has_more: Joi.boolean().required(),
  last_seq: seq.required(),
});
export const conversationAnswer = Joi.object<{ conversation: Conversation }, true>({
  conversation: Joi.object<Conversation, true>(tenantConversationFields)
    .id('TenantConversation')
    .required(),
});
export const finishedUploadAnswer = Joi.object<Attachment, true>(fileFields).id('FinishedUpload');
export const attachmentAnswer = Joi.object<{ attachment: LinkedAttachment }, true>({
  attachment: attachment.required(),
});
