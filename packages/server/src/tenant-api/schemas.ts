import Joi from 'joi';
import {
  conversationUploadBody,
  uploadBody as consoleUploadBody,
  type ConversationUploadBody,
  type UploadBody,
} from '../attachments/schemas';
import type { HistoryQuery } from '../conversations/journal/history';
import { visitorFields, type VisitorBody } from '../compliance/schemas';
import {
  conversationBody,
  conversationHistoryQuery,
  messageBody,
  typingBody,
} from '../conversations/inbox/schemas';
import { time, userId, uuid } from '../platform/http/fields';

/**
 * The bodies of the console routes with the same names. Each also names its operation, because the path isn't
 * signed.
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
/** `tenant_id` as in the console, but only the caller's own is accepted. */
const visitorBody = Joi.object({ tenant_id: uuid, ...visitorFields }).xor('session_id', 'user_id');
export const exportVisitorBody = operation<OwnVisitorBody>('export/visitor', visitorBody);
export const eraseVisitorBody = operation<OwnVisitorBody>('erase/visitor', visitorBody);

const nullable = (schema: Joi.Schema) => schema.allow(null).required();

export const sessionsAnswer = Joi.object({
  sessions: Joi.array()
    .items(
      Joi.object({
        session_id: Joi.string().required(),
        tenant_id: uuid.required(),
        user_id: Joi.string().required(),
        mode: Joi.valid('bot', 'human').required(),
        locale: Joi.string().required(),
        routing_key: nullable(Joi.string()),
        origin: Joi.string().required(),
        conversation_id: nullable(Joi.string()),
        status: nullable(Joi.string()),
        created_at: time.required(),
        expires_at: time.required(),
        ended_at: nullable(time),
      }),
    )
    .required(),
});
