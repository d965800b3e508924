import type { EventName } from '@chat-relay/receiver-sdk';

/** Names a conversation's lane: its own queue of events. */
export interface LaneKey {
  tenantId: string;
  conversationId: string;
}

/** A lane that has just got events; `sequence` is that of the last. */
export interface QueuedLane extends LaneKey {
  sequence: number;
}

/** In ms. A lane with a new event is reserved for the node that commits it; then any node may lease it. */
export const RESERVED_MS = 500;

/** An event that waits for delivery. */
export interface QueuedEvent extends LaneKey {
  sequence: number;
  eventId: string;
  event: EventName;
  /** The bytes that every attempt sends. */
  body: Buffer;
  bodySha256: string;
  /** Failed attempts so far. */
  attempts: number;
  /** The latest timestamp of all settled attempts, or later. */
  lastTimestamp: number;
  /** The time of the next attempt; null before its first failure. */
  dueAt: number | null;
  failingSince: number | null;
  /** True if it was delivered before, and is sent again on request. */
  isRepeat: boolean;
  /** The address that responded with 410 for this type of event, if any. */
  blockedAddress: string | null;
}
