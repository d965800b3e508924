/** A callback, as the relay's log shows it. Times are ISO 8601 UTC. */
export interface Callback {
  event_id: string;
  tenant_id: string;
  conversation_id: string;
  event: string;
  sequence: number;
  /** `pending` and `aside` (it held others up) are still tried; `dead` ones were given up. */
  state: string;
  attempt_count: number;
  /** Of the last attempt: `status_200`, `timeout` …; null before the first. */
  outcome: string | null;
  /** The original's `event_id`, on a forced copy. */
  replay_of: string | null;
  created_at: string;
  next_attempt_at: string | null;
  settled_at: string | null;
}

/** One attempt at a delivery. `status` is null where nothing answered. */
interface CallbackAttempt {
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

/** What the relay shows to nobody but a tenant's owners and admins. */
export const NO_CALLBACK =
  'There is no such callback, or not for you: relayctl callbacks log lists them.';
