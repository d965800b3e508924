import type { PageResponse } from '../../platform/http/wire';

/** The callback log as admins read it. Times are ISO 8601 UTC. */

/** `pending` and `aside` callbacks are still tried: `aside` ones are deferred. `dead` ones are not. */
export type CallbackState = 'pending' | 'aside' | 'delivered' | 'dead';

/** A callback in the log. */
export interface Callback {
  event_id: string;
  tenant_id: string;
  conversation_id: string;
  event: string;
  sequence: number;
  state: CallbackState;
  attempt_count: number;
  /** The outcome of the last attempt, such as `status_200` or `timeout`; null before the first. */
  outcome: string | null;
  /** The original's `event_id`, on a forced copy. */
  replay_of: string | null;
  created_at: string;
  next_attempt_at: string | null;
  settled_at: string | null;
}

/** A callback in a list. */
export interface ListedCallback extends Callback {
  /** The exact bytes, which a reader may sign again. Only with `bodies=true`. */
  body_text?: string;
}

/** One attempt to deliver. `status` is null if there was no response. */
export interface CallbackAttempt {
  attempted_at: string;
  status: number | null;
  outcome: string;
  duration_ms: number;
  answer: string;
  clock_skew_ms: number | null;
}

/** A callback with its body and all of its attempts. */
export interface CallbackDetail extends Callback {
  body: Record<string, unknown>;
  attempts: CallbackAttempt[];
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

/** The receiver's certificate. A field is null if it could not be read. */
export interface TestedTls {
  protocol: string | null;
  issuer: string | null;
  valid_to: string | null;
  error: string | null;
}

/** The result of a test event: how the address resolved, its certificate, and the receiver's response. */
export interface CallbackTest {
  url: string;
  dns: { host: string; addresses: string[]; error: string | null };
  tls: TestedTls | null;
  delivered: boolean;
  acknowledged: boolean;
  status: number | null;
  outcome: string;
  duration_ms: number;
  answer: string;
  clock_skew_ms: number | null;
}

export interface CallbackResponses {
  'console/fetch/callbacks': PageResponse<'callbacks', ListedCallback>;
  'console/fetch/callback': { callback: CallbackDetail };
  'console/fetch/callback-health': CallbackHealth;
  'console/resend/callback': { callback: Callback };
  'console/replay/callbacks': { matched: number; replayed: number };
  'console/resume/callbacks': { waiting: number };
  'console/test/callback': { test: CallbackTest };
}
