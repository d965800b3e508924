import type { OpenConversation, Outgoing } from '@chat-relay/desk/state';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Note } from '@chat-relay/server/wire/conversations';
import type { Row } from '@chat-relay/desk/wire';

/** An entry of a thread. */
export type ThreadItem =
  | { kind: 'day'; key: string; atMs: number }
  | { kind: 'message'; key: string; message: MessageView; startsGroup: boolean; endsGroup: boolean }
  | { kind: 'note'; key: string; note: Note }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing; startsGroup: boolean };

/** Messages of one author less than this apart form a group. */
const GROUP_MS = 5 * 60_000;

/** Puts notes between the messages by time. Notes older than all loaded messages appear when those are loaded. */
export function timelineOf(
  { messages, hasOlder }: Pick<OpenConversation, 'messages' | 'hasOlder'>,
  notes: readonly Note[],
  outgoing: readonly Outgoing[],
): ThreadItem[] {
  const entries = withNotes(messages, notes, hasOlder);
  const items: ThreadItem[] = [];
  let before: MessageView | Note | undefined;
  for (const [index, entry] of entries.entries()) {
    const isNewDay = !before || dayOf(before) !== dayOf(entry);
    const key = isNote(entry) ? entry.note_id : String(entry.seq);
    if (isNewDay) items.push({ kind: 'day', key: `day ${key}`, atMs: timeOf(entry) });
    const next = entries[index + 1];
    if (isNote(entry)) items.push({ kind: 'note', key, note: entry });
    else {
      items.push({
        kind: 'message',
        key,
        message: entry,
        startsGroup: isNewDay || !isOneGroup(before, entry),
        endsGroup: !next || dayOf(next) !== dayOf(entry) || !isOneGroup(entry, next),
      });
    }
    before = entry;
  }
  const last = before;
  const waiting = outgoing.filter((one) => !one.hasArrived || one.refusal);
  for (const [index, one] of waiting.entries()) {
    items.push({
      kind: 'outgoing',
      key: one.clientMsgId,
      outgoing: one,
      startsGroup: index === 0 && (!last || isNote(last) || last.sender.kind !== 'agent'),
    });
  }
  return items;
}

function withNotes(
  messages: readonly MessageView[],
  notes: readonly Note[],
  hasOlder: boolean,
): (MessageView | Note)[] {
  const [first] = messages;
  const sinceMs = hasOlder && first ? timeOf(first) : 0;
  const waiting = notes.filter((note) => timeOf(note) >= sinceMs);
  const entries: (MessageView | Note)[] = [];
  let at = 0;
  for (const message of messages) {
    for (let note = waiting[at]; note && timeOf(note) < timeOf(message); note = waiting[++at]) {
      entries.push(note);
    }
    entries.push(message);
  }
  return [...entries, ...waiting.slice(at)];
}

function isNote(entry: MessageView | Note): entry is Note {
  return 'note_id' in entry;
}

function timeOf({ created_at }: MessageView | Note): number {
  return Date.parse(created_at);
}

function isOneGroup(a: MessageView | Note | undefined, b: MessageView | Note): boolean {
  if (!a || isNote(a) || isNote(b)) return false;
  return (
    a.sender.kind === b.sender.kind &&
    a.sender.display_name === b.sender.display_name &&
    timeOf(b) - timeOf(a) < GROUP_MS
  );
}

function dayOf(entry: MessageView | Note): string {
  return new Date(timeOf(entry)).toDateString();
}

/** Delivery state of the last message from an operator; null if there is none, or the visitor has replied. */
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
