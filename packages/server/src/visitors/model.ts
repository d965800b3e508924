import type { SessionMode } from '@chat-relay/widget-sdk/frames';
import { defineTable, integer, orNull, text, type RowOf } from '../platform/storage/table';

export const VISITOR_SESSIONS = defineTable('visitor_sessions', ['tenant_id', 'session_id'], {
  tenant_id: text(),
  session_id: text(),
  widget_public_key: text(),
  origin: text(),
  locale: text(),
  mode: text<SessionMode>(),
  routing_key: orNull(text()),
  metadata: text(),
  user_id: orNull(text()),
  visitor_name: orNull(text()),
  visitor_email: orNull(text()),
  visitor_attributes: orNull(text()),
  created_at: integer(),
  expires_at: integer(),
  /** When an unused session is deleted; null once it has a conversation. */
  purge_at: orNull(integer()),
  ended_at: orNull(integer()),
  erased_at: orNull(integer()),
});
export type SessionRow = RowOf<typeof VISITOR_SESSIONS>;
