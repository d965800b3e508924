/** What the relay answers about callbacks, field by field, as docs/PROTOCOL.md has it. */

export const STATES = ['pending', 'aside', 'delivered', 'dead'] as const;
export type CallbackState = (typeof STATES)[number];

export const EVENTS = [
  'conversation-started',
  'message-received',
  'escalation-triggered',
  'ticket-created',
  'ticket-assigned',
  'ticket-resolved',
  'agent-assigned',
  'agent-released',
  'agent-resolved',
  'conversation-rated',
] as const;

export interface Callback {
  event_id: string;
  tenant_id: string;
  conversation_id: string;
  event: string;
  sequence: number;
  state: CallbackState;
  attempt_count: number;
  /** Of the last attempt; null before it. */
  outcome: string | null;
  replay_of: string | null;
  created_at: string;
  next_attempt_at: string | null;
  settled_at: string | null;
}

export interface Attempt {
  attempted_at: string;
  status: number | null;
  outcome: string;
  duration_ms: number;
  answer: string;
  clock_skew_ms: number | null;
}

export interface CallbackDetail extends Callback {
  body: Record<string, unknown>;
  attempts: Attempt[];
}

export interface CallbackHealth {
  pending: number;
  dead: number;
  oldest_pending_at: string | null;
  paused_until: string | null;
  probing_since: string | null;
  last_delivered_at: string | null;
  last_failure: { at: string; status: number | null; reason: string } | null;
  stopped_events: string[];
}

export interface TestCall {
  url: string;
  dns: { host: string; addresses: string[]; error: string | null };
  tls: {
    protocol: string | null;
    issuer: string | null;
    valid_to: string | null;
    error: string | null;
  } | null;
  status: number | null;
  answer: string;
  clock_skew_ms: number | null;
  delivered: boolean;
  acknowledged: boolean;
  outcome: string;
  duration_ms: number;
}
