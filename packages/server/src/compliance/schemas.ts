import Joi from 'joi';
import { patterned, time, userId, uuid } from '../platform/http/fields';
import type { VisitorRef } from './visitor';
import type { ComplianceResponses, ErasedVisitor, VisitorCounts, VisitorExport } from './wire';

export interface VisitorBody {
  tenant_id: string;
  session_id?: string;
  user_id?: string;
}

/** Selects the visitor: exactly one of the two. */
export const visitorFields = {
  session_id: patterned(
    /^vs_[\w-]{1,61}$/,
    'must be the id of a visitor session: vs_ and 43 characters',
  ),
  user_id: userId,
};

export const visitorBody = Joi.object<VisitorBody>({
  tenant_id: uuid.required(),
  ...visitorFields,
}).xor('session_id', 'user_id');

export interface EraseBody extends VisitorBody {
  /** Count what would be erased, and change nothing. */
  dry_run?: boolean;
}

export const eraseBody = Joi.object<EraseBody>({
  tenant_id: uuid.required(),
  ...visitorFields,
  dry_run: Joi.boolean(),
}).xor('session_id', 'user_id');

/** Relies on the schema's check that exactly one of the two is given. */
export function visitorRefOf(body: Pick<VisitorBody, 'session_id' | 'user_id'>): VisitorRef {
  if (body.session_id !== undefined) return { sessionId: body.session_id };
  if (body.user_id !== undefined) return { userId: body.user_id };
  throw new TypeError('neither session_id nor user_id');
}

const timeOrNull = time.allow(null).required();
const textOrNull = Joi.string().allow(null).required();
const list = Joi.array().items(Joi.object().unknown()).required();

const conversation = Joi.object({
  conversation_id: Joi.string().required(),
  status: Joi.string().required(),
  escalation_reason: textOrNull,
  operator_id: textOrNull,
  operator_display_name: textOrNull,
  claim_count: Joi.number().integer().required(),
  visitor_read_seq: Joi.number().integer().required(),
  agent_read_seq: Joi.number().integer().required(),
  started_at: time.required(),
  claimed_at: timeOrNull,
  released_at: timeOrNull,
  resolved_at: timeOrNull,
  last_message_at: timeOrNull,
  rating: Joi.object().unknown().allow(null).required(),
  tags: Joi.array().items(Joi.string()).required(),
  messages: list,
  notes: list,
  suggestion: Joi.object().unknown().allow(null).required(),
  tickets: list,
  callbacks: list,
});

const session = Joi.object({
  session_id: Joi.string().required(),
  origin: Joi.string().required(),
  locale: Joi.string().required(),
  mode: Joi.string().required(),
  routing_key: textOrNull,
  created_at: time.required(),
  expires_at: time.required(),
  ended_at: timeOrNull,
  erased_at: timeOrNull,
  identity: Joi.object({
    user_id: textOrNull,
    unverified: Joi.object({
      display_name: textOrNull,
      email: textOrNull,
      attributes: Joi.object().unknown().allow(null).required(),
    }).required(),
  }).required(),
  metadata: Joi.object().unknown().required(),
  contact_email: Joi.string().allow(null).required(),
  contact_proven: Joi.boolean().required(),
  mails: Joi.array()
    .items(
      Joi.object({
        mail_id: uuid.required(),
        queued_at: time.required(),
        link_used_at: time.allow(null).required(),
      }),
    )
    .required(),
  pages: list,
  blocks: list,
  conversation: conversation.allow(null).required(),
});

export const exportAnswer = Joi.object<ComplianceResponses['console/export/visitor'], true>({
  export: Joi.object<VisitorExport, true>({
    schema_version: Joi.string().valid('1').required(),
    exported_at: time.required(),
    tenant: Joi.object({
      tenant_id: uuid.required(),
      tenant_name: Joi.string().required(),
    }).required(),
    sessions: Joi.array().items(session).required(),
  })
    .required()
    .id('VisitorExport'),
});

const amount = Joi.number().integer().min(0).required();

export const eraseOrCountAnswer = Joi.object<ErasedVisitor, true>({
  erased_sessions: amount,
  would_erase: Joi.object<VisitorCounts, true>({
    sessions: amount,
    conversations: amount,
    messages: amount,
    last_message_at: timeOrNull,
  }),
});

export const eraseAnswer = Joi.object({ erased_sessions: Joi.number().integer().required() });
