import type { Draft } from './draft';
import { threadHeight } from './message-lines';
import { putRow, replaceActive } from './rows';
import { draftOf, receivers, selectedRow, visibleRows } from './selectors';
import type { InboxState, Link, Notice, OpenConversation, Outgoing, Overlay } from './state';
import { mergeMessages } from './thread';
import type { Message, Operator, Presence, Row, Update } from './wire';

/** Everything that can happen to the inbox. */
export type InboxEvent =
  | { type: 'identified'; operatorIds: readonly string[]; presence: Presence }
  | { type: 'surroundings'; tenants: Record<string, string>; colleagues: readonly Operator[] }
  | { type: 'link'; link: Link }
  | { type: 'active-fetched'; rows: readonly Row[]; since: number }
  | { type: 'rows'; rows: readonly Row[] }
  | { type: 'messages'; id: string; messages: readonly Message[]; hasOlder?: boolean }
  | { type: 'update'; update: Update; nowMs: number }
  | { type: 'moved'; by: number }
  | { type: 'opened'; id: string }
  | { type: 'closed' }
  | { type: 'writing'; isWriting: boolean }
  | { type: 'draft'; id: string; draft: Draft }
  | { type: 'scrolled'; by: number }
  | { type: 'queued'; clientMsgId: string; id: string; content: string }
  | { type: 'retrying'; clientMsgId: string }
  | { type: 'sent'; clientMsgId: string; message: Message }
  | { type: 'returned'; id: string }
  | { type: 'overlay'; overlay: Overlay | null }
  | { type: 'overlay-moved'; by: number }
  | { type: 'all-toggled' }
  | { type: 'notice'; notice: Notice | null }
  | { type: 'resized'; width: number; height: number };

/** How long somebody counts as typing who doesn't say that they have stopped. */
const TYPING_MS = 6_000;

/** The state after an event. Pure. */
export function reduce(state: InboxState, event: InboxEvent): InboxState {
  switch (event.type) {
    case 'identified': {
      const { operatorIds, presence } = event;
      return { ...state, me: { ...state.me, operatorIds, presence } };
    }
    case 'surroundings':
      return { ...state, tenants: event.tenants, colleagues: event.colleagues };
    case 'link':
      return { ...state, link: event.link };
    case 'active-fetched': {
      const revision = state.revision + 1;
      const rows = replaceActive(state.rows, event.rows, event.since, revision);
      return settleSelection({ ...state, rows, revision, isLoaded: true });
    }
    case 'rows':
      return event.rows.reduce(withRow, state);
    case 'messages':
      return withMessages(state, event.id, event.messages, event.hasOlder);
    case 'update':
      return withUpdate(state, event.update, event.nowMs);
    case 'moved':
      return move(state, event.by);
    case 'opened':
      return open(state, event.id);
    case 'closed':
      return { ...state, open: null, notice: null };
    case 'writing':
      return withOpen(state, { isWriting: event.isWriting, scrollBack: 0 });
    case 'draft':
      return { ...state, drafts: withDraft(state, event.id, event.draft) };
    case 'scrolled':
      return scroll(state, event.by);
    case 'queued':
      return queue(state, event);
    case 'retrying':
      return withOutgoing(state, event.clientMsgId, { isRetrying: true });
    case 'sent': {
      const sent = state.outgoing.find((one) => one.clientMsgId === event.clientMsgId);
      const outgoing = state.outgoing.filter((one) => one !== sent);
      return withMessages({ ...state, outgoing }, sent?.conversationId, [event.message]);
    }
    case 'returned':
      return giveBack(state, event.id);
    case 'overlay':
      return { ...state, overlay: event.overlay };
    case 'overlay-moved': {
      if (state.overlay?.kind !== 'transfer') return state;
      const count = receivers(state, state.overlay.conversationId).length;
      const index = Math.max(0, Math.min(count - 1, state.overlay.index + event.by));
      return { ...state, overlay: { ...state.overlay, index } };
    }
    case 'all-toggled':
      return settleSelection({ ...state, showsAll: !state.showsAll });
    case 'notice':
      return { ...state, notice: event.notice };
    case 'resized':
      return { ...state, size: { width: event.width, height: event.height } };
  }
}

function withUpdate(state: InboxState, update: Update, nowMs: number): InboxState {
  switch (update.type) {
    case 'conversation':
      return withRow(state, update.conversation);
    case 'message': {
      const { conversation_id: id, message } = update;
      const isOpen = state.open?.id === id;
      const next = withMessages(withArrived(state, id, message), id, [message]);
      const hasStopped = isOpen && state.open?.typing?.kind === message.sender.kind;
      return hasStopped ? withOpen(next, { typing: null }) : next;
    }
    case 'typing': {
      if (state.open?.id !== update.conversation_id || update.sender.kind === 'agent') return state;
      const { kind } = update.sender;
      const typing = update.state === 'start' ? { kind, untilMs: nowMs + TYPING_MS } : null;
      return withOpen(state, { typing });
    }
    case 'receipt':
      return withReceipt(state, update);
    case 'presence': {
      const { operator_id, status: presence } = update;
      const colleagues = state.colleagues.map((one) =>
        one.operator_id === operator_id ? { ...one, presence } : one,
      );
      const isMe = state.me.operatorIds.includes(operator_id);
      return { ...state, colleagues, me: isMe ? { ...state.me, presence } : state.me };
    }
  }
}

function withRow(state: InboxState, row: Row): InboxState {
  const revision = state.revision + 1;
  return settleSelection({ ...state, rows: putRow(state.rows, row, revision), revision });
}

function withReceipt(state: InboxState, receipt: Extract<Update, { type: 'receipt' }>): InboxState {
  const { conversation_id: id, kind, seq } = receipt;
  if (kind === 'delivered') {
    if (state.open?.id !== id) return state;
    return withOpen(state, { deliveredSeq: Math.max(seq, state.open.deliveredSeq) });
  }
  const row = state.rows.get(id)?.row;
  if (!row || row.visitor_read_seq >= seq) return state;
  return withRow(state, { ...row, visitor_read_seq: seq });
}

function withMessages(
  state: InboxState,
  id: string | undefined,
  messages: readonly Message[],
  hasOlder?: boolean,
): InboxState {
  const { open: opened } = state;
  if (!opened || opened.id !== id) return state;
  const merged = mergeMessages(opened.messages, messages);
  const lastKnown = opened.messages.at(-1)?.seq ?? 0;
  // Who reads what was said before goes on seeing it.
  const grownBelow =
    opened.scrollBack === 0
      ? 0
      : threadHeight(
          merged.filter((message) => message.seq > lastKnown),
          state.size.width,
        );
  return withOpen(state, {
    messages: merged,
    scrollBack: opened.scrollBack + grownBelow,
    ...(hasOlder !== undefined && { hasOlder, isLoaded: true }),
  });
}

function withOpen(state: InboxState, change: Partial<OpenConversation>): InboxState {
  return state.open ? { ...state, open: { ...state.open, ...change } } : state;
}

function open(state: InboxState, id: string): InboxState {
  const index = Math.max(
    0,
    visibleRows(state).findIndex((row) => row.conversation_id === id),
  );
  const opened: OpenConversation = {
    id,
    messages: [],
    isLoaded: false,
    hasOlder: false,
    isWriting: false,
    scrollBack: 0,
    typing: null,
    deliveredSeq: 0,
  };
  return { ...state, selected: { id, index }, open: opened, notice: null };
}

function move(state: InboxState, by: number): InboxState {
  const rows = visibleRows(state);
  const current = rows.findIndex(
    (row) => row.conversation_id === selectedRow(state)?.conversation_id,
  );
  const index = Math.max(0, Math.min(rows.length - 1, current + by));
  return { ...state, selected: { id: rows[index]?.conversation_id ?? null, index } };
}

/** The choice stays on its conversation wherever that moves; when it leaves the list, in its place. */
function settleSelection(state: InboxState): InboxState {
  const row = selectedRow(state);
  const id = row?.conversation_id ?? null;
  const index = visibleRows(state).findIndex((each) => each.conversation_id === id);
  return { ...state, selected: { id, index: Math.max(0, index) } };
}

function scroll(state: InboxState, by: number): InboxState {
  const { open: opened, size } = state;
  if (!opened) return state;
  const highest = Math.max(0, threadHeight(opened.messages, size.width) - 1);
  return withOpen(state, {
    scrollBack: Math.max(0, Math.min(highest, opened.scrollBack + by)),
  });
}

function withDraft(state: InboxState, id: string, draft: Draft): InboxState['drafts'] {
  const { [id]: _old, ...others } = state.drafts;
  return draft.text === '' ? others : { ...others, [id]: draft };
}

function queue(
  state: InboxState,
  { clientMsgId, id, content }: Extract<InboxEvent, { type: 'queued' }>,
): InboxState {
  const added: Outgoing = {
    clientMsgId,
    conversationId: id,
    content,
    isRetrying: false,
    hasArrived: false,
  };
  const drafts = withDraft(state, id, { text: '', cursor: 0 });
  return withOpen({ ...state, drafts, outgoing: [...state.outgoing, added] }, { scrollBack: 0 });
}

function withOutgoing(
  state: InboxState,
  clientMsgId: string,
  change: Partial<Outgoing>,
): InboxState {
  const outgoing = state.outgoing.map((one) =>
    one.clientMsgId === clientMsgId ? { ...one, ...change } : one,
  );
  return { ...state, outgoing };
}

/** The feed brings one's own answer too, often before its own request is answered. */
function withArrived(state: InboxState, id: string, { sender, content }: Message): InboxState {
  if (sender.kind !== 'agent') return state;
  const arrived = state.outgoing.find(
    (one) => one.conversationId === id && one.content === content && !one.hasArrived,
  );
  return arrived ? withOutgoing(state, arrived.clientMsgId, { hasArrived: true }) : state;
}

/** What the relay will not take goes back to where it was written: nothing typed is lost. */
function giveBack(state: InboxState, id: string): InboxState {
  const refused = state.outgoing.filter((one) => one.conversationId === id);
  const outgoing = state.outgoing.filter((one) => one.conversationId !== id);
  const draft = draftOf(state, id);
  const text = [...refused.map((one) => one.content), draft.text].filter(Boolean).join('\n');
  return { ...state, outgoing, drafts: withDraft(state, id, { text, cursor: text.length }) };
}
