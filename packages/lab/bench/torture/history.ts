/** Everything that the relay told its clients. The checker compares it with the database. */
export interface History {
  /** Messages that a client was told are safe. */
  acks: Ack[];
  /** Messages that a visitor's page was shown, acks of its own included. */
  shown: Shown[];
  /** Claims that an operator was told to have won. */
  claims: Claim[];
  /** Callbacks as they came in, repeats included. */
  arrivals: EventArrival[];
  /** When a client was asked to try again. */
  refusals: Refusal[];
  /** Events that must never happen, such as a close with an unexpected code. */
  surprises: string[];
}

export interface Ack {
  sessionId: string;
  /** Whose `client_msg_id` it was, and the id, as the relay stores it. */
  dedupeKey: string;
  messageId: string;
  seq: number;
  content: string;
  /** First sending and ack of a visitor's message, in ms since 1970. */
  sentAt?: number;
  ackedAt?: number;
}

export interface Refusal {
  /** In ms since 1970. */
  at: number;
  code: string;
}

export interface Shown {
  sessionId: string;
  seq: number;
  messageId: string;
}

export interface Claim {
  conversationId: string;
  operatorId: string;
  claimCount: number;
}

export interface EventArrival {
  conversationId: string;
  sequence: number;
  eventId: string;
  bodySha256: string;
}

export function createHistory(): History {
  return { acks: [], shown: [], claims: [], arrivals: [], refusals: [], surprises: [] };
}
