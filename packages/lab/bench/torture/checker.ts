import type { EventArrival, History } from './history';
import type { RestMessage, Stored, StoredMessage } from './stored';

/** Each of these must be 0. */
export const PROMISES = [
  'acked, and lost',
  'acked with another seq or message_id than stored',
  'shown, and lost or changed',
  'never shown to its page',
  'client_msg_id doubled',
  'gaps in seq',
  'REST differs from the rows',
  'gaps in event sequence',
  'events never delivered',
  'events out of order',
  'events changed between attempts',
  'double claims',
  'surprises',
] as const;

export type Promised = (typeof PROMISES)[number];

export interface Verdict {
  broken: Record<Promised, number>;
  /** The first cases of each, to start looking from. */
  examples: string[];
  isKept: boolean;
}

export interface CheckInput {
  history: History;
  stored: Stored;
  /** Session id → messages that the relay returns over HTTP. */
  rest: Map<string, RestMessage[]>;
  /** Session id → the last `seq` up to which its page has every message. */
  positions: Map<string, number>;
}

const MAX_EXAMPLES_EACH = 3;

/** Compares what was promised with what is there. Pure: a test can break each promise. */
export function check({ history, stored, rest, positions }: CheckInput): Verdict {
  const broken = Object.fromEntries(PROMISES.map((name) => [name, 0])) as Record<Promised, number>;
  const examples: string[] = [];
  const blame = (name: Promised, example: string): void => {
    broken[name]++;
    if (broken[name] <= MAX_EXAMPLES_EACH) examples.push(`${name}: ${example}`);
  };

  const bySession = groupBy(stored.messages, ({ sessionId }) => sessionId);
  checkAcks(history, bySession, blame);
  checkShown(history, bySession, blame);
  for (const { sessionId, lastSeq } of stored.conversations) {
    const rows = bySession.get(sessionId) ?? [];
    checkSequence(sessionId, rows, lastSeq, blame);
    checkRest(sessionId, rows, rest.get(sessionId), blame);
    const position = positions.get(sessionId);
    if (position !== undefined && position < lastSeq) {
      blame('never shown to its page', `${sessionId} shows ${position} of ${lastSeq}`);
    }
  }
  checkEvents(history.arrivals, stored, blame);
  checkClaims(history, stored, blame);
  for (const surprise of history.surprises) blame('surprises', surprise);
  return { broken, examples, isKept: PROMISES.every((name) => broken[name] === 0) };
}

type Blame = (name: Promised, example: string) => void;

function checkAcks(history: History, rows: Map<string, StoredMessage[]>, blame: Blame): void {
  const byKey = new Map(
    [...rows.values()].flat().map((row) => [`${row.sessionId} ${row.dedupeKey}`, row]),
  );
  for (const ack of history.acks) {
    const row = byKey.get(`${ack.sessionId} ${ack.dedupeKey}`);
    const who = `${ack.dedupeKey} at ${ack.seq} of ${ack.sessionId}`;
    if (!row || row.content !== ack.content) blame('acked, and lost', who);
    else if (row.seq !== ack.seq || row.messageId !== ack.messageId) {
      blame('acked with another seq or message_id than stored', `${who}, stored at ${row.seq}`);
    }
  }
}

function checkShown(history: History, rows: Map<string, StoredMessage[]>, blame: Blame): void {
  const ids = new Map(
    [...rows.values()].flat().map((row) => [`${row.sessionId} ${row.seq}`, row.messageId]),
  );
  for (const { sessionId, seq, messageId } of history.shown) {
    if (ids.get(`${sessionId} ${seq}`) === messageId) continue;
    blame('shown, and lost or changed', `${seq} of ${sessionId}`);
  }
}

function checkSequence(
  sessionId: string,
  rows: StoredMessage[],
  lastSeq: number,
  blame: Blame,
): void {
  const seqs = rows.map(({ seq }) => seq);
  for (let seq = 1; seq <= Math.max(lastSeq, rows.at(-1)?.seq ?? 0); seq++) {
    if (seqs[seq - 1] === seq) continue;
    blame('gaps in seq', `${sessionId} at ${seq}, last_seq ${lastSeq}`);
    break;
  }
  // Actors never write the same text twice, so equal contents are one message that was stored twice.
  const written = rows.filter(({ sender }) => sender === 'visitor' || sender === 'agent');
  const contents = new Set<string>();
  for (const { content, seq } of written) {
    if (contents.has(content)) blame('client_msg_id doubled', `${sessionId} at ${seq}`);
    contents.add(content);
  }
}

function checkRest(
  sessionId: string,
  rows: StoredMessage[],
  shown: RestMessage[] | undefined,
  blame: Blame,
): void {
  if (!shown) return;
  const isSame =
    shown.length === rows.length &&
    rows.every((row, index) => {
      const message = shown[index];
      return (
        message?.seq === row.seq &&
        message.message_id === row.messageId &&
        message.content === row.content &&
        message.sender.kind === row.sender
      );
    });
  if (!isSame) blame('REST differs from the rows', `${sessionId}: ${shown.length}, ${rows.length}`);
}

function checkEvents(arrivals: EventArrival[], stored: Stored, blame: Blame): void {
  const arrived = groupBy(arrivals, ({ conversationId }) => conversationId);
  const known = groupBy(stored.events, ({ conversationId }) => conversationId);
  for (const conversationId of new Set([...arrived.keys(), ...known.keys()])) {
    const events = known.get(conversationId) ?? [];
    events.forEach(({ sequence }, index) => {
      if (sequence !== index + 1) blame('gaps in event sequence', `${conversationId}: ${sequence}`);
    });
    let reached = 0;
    for (const { sequence, eventId, bodySha256 } of arrived.get(conversationId) ?? []) {
      const place = `${conversationId}: ${sequence} after ${reached}`;
      if (sequence > reached + 1) blame('events out of order', place);
      reached = Math.max(reached, sequence);
      const event = events.find((one) => one.sequence === sequence);
      if (event?.eventId !== eventId || event.bodySha256 !== bodySha256) {
        blame('events changed between attempts', place);
      }
    }
    const delivered = new Set(arrived.get(conversationId)?.map(({ eventId }) => eventId));
    for (const { eventId, sequence } of events) {
      if (!delivered.has(eventId)) {
        blame('events never delivered', `${conversationId}: ${sequence}`);
      }
    }
  }
}

/** A claim is won once: each `claim_count` of a conversation belongs to one operator and one event. */
function checkClaims(history: History, stored: Stored, blame: Blame): void {
  const winners = new Map<string, string>();
  for (const { conversationId, claimCount, operatorId } of history.claims) {
    const key = `${conversationId}: claim ${claimCount}`;
    const winner = winners.get(key) ?? operatorId;
    winners.set(key, winner);
    if (winner !== operatorId) blame('double claims', `${key} by ${winner} and ${operatorId}`);
  }
  const told = new Set<string>();
  for (const { event, body, conversationId } of stored.events) {
    if (event !== 'agent-assigned') continue;
    const { claim_count, operator_id } = JSON.parse(body.toString()) as {
      claim_count: number;
      operator_id: string;
    };
    const key = `${conversationId}: claim ${claim_count}`;
    if (told.has(key) || (winners.get(key) ?? operator_id) !== operator_id) {
      blame('double claims', `${key} by ${operator_id}, in the events`);
    }
    told.add(key);
  }
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
