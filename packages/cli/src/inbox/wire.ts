/** What the relay sends to operators, as far as the inbox reads it. Times are ISO 8601 UTC. */

export type Status = 'BOT' | 'WAITING' | 'ASSIGNED' | 'RESOLVED';
export type Presence = 'online' | 'away' | 'offline';

/** A conversation in the inbox. */
export interface Row {
  conversation_id: string;
  tenant_id: string;
  visitor_session_id: string;
  status: Status;
  owner_epoch: number;
  operator_id: string | null;
  operator_display_name: string | null;
  escalation_reason: string | null;
  claim_count: number;
  claimed_at: string | null;
  waiting_since: string | null;
  routing_key: string | null;
  locale: string;
  last_seq: number;
  visitor_read_seq: number;
  agent_read_seq: number;
  last_message_at: string | null;
  visitor: {
    user_id: string | null;
    is_identified: boolean;
    unverified: { display_name: string | null; email: string | null };
  };
}

/** One line of a conversation. */
export interface Message {
  seq: number;
  sender: { kind: 'visitor' | 'bot' | 'agent' | 'system'; display_name?: string };
  content: string;
  created_at: string;
}

export interface Operator {
  operator_id: string;
  account_id: string;
  workspace_id: string;
  display_name: string;
  tenant_ids: string[];
  presence: Presence;
}

/** What the live feed says. */
export type Update =
  | { type: 'conversation'; conversation: Row }
  | { type: 'message'; conversation_id: string; message: Message; last_seq: number }
  | {
      type: 'typing';
      conversation_id: string;
      sender: { kind: Message['sender']['kind'] };
      state: 'start' | 'stop';
    }
  | { type: 'receipt'; conversation_id: string; kind: 'delivered' | 'read'; seq: number }
  | { type: 'presence'; operator_id: string; status: Presence };

const TYPES: readonly string[] = ['conversation', 'message', 'typing', 'receipt', 'presence'];

/** The update, or null for one that a later relay may send and this inbox doesn't know. */
export function readUpdate(value: unknown): Update | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  return TYPES.includes(String(value.type)) ? (value as Update) : null; // the relay's own words
}
