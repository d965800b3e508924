import type { EventName } from '@chat-relay/receiver-sdk';

/** Each conversation has a lane: its own queue of events. */
export interface LaneKey {
  tenantId: string;
  conversationId: string;
}

/** A lane that has just got events. */
export interface QueuedLane extends LaneKey {
  /** Of the last of them. */
  sequence: number;
}

/** The node that commits an event has its lane for this long; then any node may take it. Milliseconds. */
export const RESERVED_MS = 500;

/** An event that waits for delivery. */
export interface QueuedEvent extends LaneKey {
  sequence: number;
  eventId: string;
  event: EventName;
  /** Every attempt sends it unchanged. */
  body: Buffer;
  bodySha256: string;
  /** How many attempts have failed. */
  attempts: number;
  /** No settled attempt had a later timestamp. */
  lastTimestamp: number;
  /** When it may be retried; null before its first failure. */
  dueAt: number | null;
  failingSince: number | null;
  /** It was delivered before, and is sent again on request. */
  isRepeat: boolean;
  /** The address that answered 410 for this type of event, if any. */
  blockedAddress: string | null;
}
