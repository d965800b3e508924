import type { OpenConversation, Outgoing } from '../../desk/state';
import type { Message, Row } from '../../desk/wire';

/** What a thread shows, one below the other. */
export type ThreadItem =
  | { kind: 'day'; key: string; atMs: number }
  | { kind: 'message'; key: string; message: Message; startsGroup: boolean; endsGroup: boolean }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing; startsGroup: boolean };

/** Messages of one author this close together are one group. */
const GROUP_MS = 5 * 60_000;

export function timelineOf(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
): ThreadItem[] {
  const items: ThreadItem[] = [];
  let before: Message | undefined;
  for (const [index, message] of messages.entries()) {
    const isNewDay = !before || dayOf(before) !== dayOf(message);
    if (isNewDay) {
      const atMs = Date.parse(message.created_at);
      items.push({ kind: 'day', key: `day ${message.seq}`, atMs });
    }
    const next = messages[index + 1];
    items.push({
      kind: 'message',
      key: String(message.seq),
      message,
      startsGroup: isNewDay || !isOneGroup(before, message),
      endsGroup: !next || dayOf(next) !== dayOf(message) || !isOneGroup(message, next),
    });
    before = message;
  }
  const waiting = outgoing.filter((one) => !one.hasArrived || one.refusal);
  for (const [index, one] of waiting.entries()) {
    items.push({
      kind: 'outgoing',
      key: one.clientMsgId,
      outgoing: one,
      startsGroup: index === 0 && before?.sender.kind !== 'agent',
    });
  }
  return items;
}

function isOneGroup(a: Message | undefined, b: Message): boolean {
  return (
    a?.sender.kind === b.sender.kind &&
    a.sender.display_name === b.sender.display_name &&
    Date.parse(b.created_at) - Date.parse(a.created_at) < GROUP_MS
  );
}

function dayOf({ created_at }: Message): string {
  return new Date(created_at).toDateString();
}

/** What became of the last answer; null where there is none, or the visitor has replied to it. */
export function deliveryOf(
  { messages }: OpenConversation,
  row: Row,
  deliveredSeq: number,
): { seq: number; state: 'stored' | 'delivered' | 'read' } | null {
  const last = messages.findLast(({ sender }) => sender.kind === 'agent');
  if (!last) return null;
  const hasReplied = messages.some(
    ({ seq, sender }) => seq > last.seq && sender.kind === 'visitor',
  );
  if (hasReplied) return null;
  if (row.visitor_read_seq >= last.seq) return { seq: last.seq, state: 'read' };
  return { seq: last.seq, state: deliveredSeq >= last.seq ? 'delivered' : 'stored' };
}
