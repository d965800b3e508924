import { areGone, type Refusal } from './relay/refusal';
import { changeRow, putRows, replaceActive } from './rows';
import { isErased } from './selectors';
import {
  uploadIdsOf,
  type DeskState,
  type DraftFile,
  type Link,
  type OpenConversation,
  type Outgoing,
} from './state';
import { mergeMessages, withoutWords, withScan } from './thread';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Operator, PresenceSetting } from '@chat-relay/server/wire/operators';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';
import type { Row, InboxTenant } from './wire';

/** All events of the desk. Times are milliseconds since 1970. */
export type DeskEvent =
  | { type: 'identified'; operatorIds: readonly string[]; presence: PresenceSetting }
  | {
      /** Fields that are left out keep their value. */
      type: 'surroundings';
      tenants?: readonly InboxTenant[];
      colleagues?: readonly Operator[];
      canned?: readonly CannedReply[];
    }
  | { type: 'link'; link: Link }
  | { type: 'active-fetched'; rows: readonly Row[]; since: number }
  /** Fetched rows; `since` is the revision at which they were requested. */
  | { type: 'rows'; rows: readonly Row[]; since: number }
  | { type: 'messages'; id: string; messages: readonly MessageView[]; hasOlder?: boolean }
  | { type: 'update'; update: FeedUpdate; nowMs: number }
  | { type: 'opened'; id: string }
  | { type: 'closed' }
  | { type: 'draft'; id: string; text: string }
  /** Adds or changes a file of the draft; null removes it. */
  | { type: 'file'; id: string; key: string; file: DraftFile | null }
  | {
      type: 'queued';
      clientMsgId: string;
      id: string;
      content: string;
      files: readonly DraftFile[];
      nowMs: number;
    }
  | { type: 'retrying'; clientMsgId: string }
  | { type: 'sent'; clientMsgId: string; message: MessageView }
  /** All queued replies of the conversation stop until the operator resends them. */
  | { type: 'refused'; id: string; refusal: Refusal }
  | { type: 'resent'; clientMsgId: string }
  /** Moves one unsent reply, or all of the conversation, back into the draft. */
  | { type: 'returned'; id: string; clientMsgId?: string };

/** How long a sender counts as typing after the last sign of it. */
const TYPING_MS = 6_000;

/** Number of conversations whose delivery receipts are kept. */
const MOST_DELIVERED = 200;

/** Returns the state after an event. A pure function; fields that a screen has added to the state are kept. */
export function reduceDesk<State extends DeskState>(state: State, event: DeskEvent): State {
  switch (event.type) {
    case 'identified': {
      const { operatorIds, presence } = event;
      return { ...state, me: { ...state.me, operatorIds, presence, wanted: presence } };
    }
    case 'surroundings': {
      const { colleagues = state.colleagues, canned = state.canned } = event;
      const tenants = event.tenants
        ? Object.fromEntries(event.tenants.map((one) => [one.tenant_id, one]))
        : state.tenants;
      return { ...state, tenants, colleagues, canned };
    }
    case 'link':
      return { ...state, link: event.link };
    case 'active-fetched': {
      const revision = state.revision + 1;
      const rows = replaceActive(state.rows, event.rows, event.since, revision);
      return { ...state, rows, revision, isLoaded: true };
    }
    case 'rows':
      return withRows(state, event.rows, event.since);
    case 'messages':
      return withMessages(state, event.id, event.messages, event.hasOlder);
    case 'update':
      return withUpdate(state, event.update, event.nowMs);
    case 'opened':
      return { ...state, open: opened(event.id) };
    case 'closed':
      return { ...state, open: null };
    case 'draft':
      return withDraft(state, event.id, event.text);
    case 'file':
      return withFile(state, event);
    case 'queued':
      return queue(state, event);
    case 'retrying':
      return withOutgoing(state, event.clientMsgId, { isRetrying: true });
    case 'sent': {
      const sent = state.outgoing.find((one) => one.clientMsgId === event.clientMsgId);
      const outgoing = state.outgoing.filter((one) => one !== sent);
      return withMessages({ ...state, outgoing }, sent?.conversationId, [event.message]);
    }
    case 'refused': {
      const outgoing = state.outgoing.map((one) =>
        one.conversationId === event.id ? { ...one, refusal: event.refusal } : one,
      );
      return { ...state, outgoing };
    }
    case 'resent':
      return withOutgoing(state, event.clientMsgId, { refusal: null, isRetrying: false });
    case 'returned':
      return giveBack(state, event);
  }
}

function withUpdate<State extends DeskState>(
  state: State,
  update: FeedUpdate,
  nowMs: number,
): State {
  switch (update.type) {
    case 'conversation':
      return withRows(state, [update.conversation]);
    case 'message': {
      const { conversation_id: id, message } = update;
      const isOpen = state.open?.id === id;
      const next = withMessages(withArrived(state, id, message), id, [message]);
      const hasStopped = isOpen && state.open?.typing?.kind === message.sender.kind;
      const change = {
        ...(hasStopped && { typing: null }),
        ...(message.sender.kind === 'bot' && { botDraft: null }),
      };
      return isOpen ? withOpen(next, change) : next;
    }
    case 'typing': {
      if (state.open?.id !== update.conversation_id || update.sender.kind === 'agent') return state;
      const { kind } = update.sender;
      const typing = update.state === 'start' ? { kind, untilMs: nowMs + TYPING_MS } : null;
      return withOpen(state, { typing });
    }
    case 'draft': {
      if (state.open?.id !== update.conversation_id) return state;
      const { stream_id: streamId, at, text } = update;
      const { botDraft } = state.open;
      const before = botDraft?.streamId === streamId ? botDraft.text : '';
      // If a part is missing, the bot's draft is hidden until the message arrives.
      const isNext = Array.from(before).length === at;
      return withOpen(state, { botDraft: isNext ? { streamId, text: before + text } : null });
    }
    case 'draft_end': {
      const isShown = state.open?.botDraft?.streamId === update.stream_id;
      // A finished draft stays until its message replaces it.
      return isShown && update.outcome === 'discarded'
        ? withOpen(state, { botDraft: null })
        : state;
    }
    case 'suggestion': {
      const row = state.rows.get(update.conversation_id)?.row;
      // The end of a suggestion comes with the next update of its row.
      return row && update.suggestion
        ? withPart(state, update.conversation_id, { suggestion: update.suggestion })
        : state;
    }
    case 'page':
      return withPart(state, update.conversation_id, { page: update.page });
    case 'attachment':
      return state.open?.id === update.conversation_id
        ? withOpen(state, { messages: withScan(state.open.messages, update) })
        : state;
    case 'removed':
      return state.open?.id === update.conversation_id
        ? withOpen(state, { messages: withoutWords(state.open.messages, update.seq) })
        : state;
    // Notes are not in the desk's state: the screens that show them listen to the feed.
    case 'note':
    case 'note_removed':
    case 'mention':
    case 'transfer_returned':
    // Changed lists are fetched again by the desk.
    case 'changed':
      return state;
    case 'receipt':
      return withReceipt(state, update);
    case 'presence': {
      const { operator_id, status: presence } = update;
      // The feed does not state when an absent operator was last seen.
      const presence_since = presence === 'absent' ? null : new Date(nowMs).toISOString();
      const colleagues = state.colleagues.map((one) =>
        one.operator_id === operator_id ? { ...one, presence, presence_since } : one,
      );
      if (!state.me.operatorIds.includes(operator_id)) return { ...state, colleagues };
      // The operator may have chosen it in another window.
      const isChosen = presence === 'online' || presence === 'away';
      const wanted = isChosen ? presence : state.me.wanted;
      return { ...state, colleagues, me: { ...state.me, presence, wanted } };
    }
  }
}

function withRows<State extends DeskState>(
  state: State,
  rows: readonly Row[],
  since?: number,
): State {
  const revision = state.revision + 1;
  const next = { ...state, rows: putRows(state.rows, rows, revision, since), revision };
  return rows.filter(isErased).reduce(withoutDraft, next);
}

/** Unsent replies and drafts for an erased visitor are dropped with the visitor's data. */
function withoutDraft<State extends DeskState>(state: State, { conversation_id: id }: Row): State {
  const outgoing = state.outgoing.filter((one) => one.conversationId !== id);
  return withFiles(withDraft({ ...state, outgoing }, id, ''), id, []);
}

function withPart<State extends DeskState>(state: State, id: string, part: Partial<Row>): State {
  const revision = state.revision + 1;
  return { ...state, rows: changeRow(state.rows, id, part, revision), revision };
}

function withReceipt<State extends DeskState>(
  state: State,
  { conversation_id: id, kind, seq }: Extract<FeedUpdate, { type: 'receipt' }>,
): State {
  if (kind === 'delivered') {
    const { [id]: known = 0, ...others } = state.delivered;
    const latest = Object.entries({ ...others, [id]: Math.max(seq, known) });
    return { ...state, delivered: Object.fromEntries(latest.slice(-MOST_DELIVERED)) };
  }
  const row = state.rows.get(id)?.row;
  if (!row || row.visitor_read_seq >= seq) return state;
  return withPart(state, id, { visitor_read_seq: seq });
}

function withMessages<State extends DeskState>(
  state: State,
  id: string | undefined,
  messages: readonly MessageView[],
  hasOlder?: boolean,
): State {
  if (!state.open || state.open.id !== id) return state;
  return withOpen(state, {
    messages: mergeMessages(state.open.messages, messages),
    ...(hasOlder !== undefined && { hasOlder, isLoaded: true }),
  });
}

function withOpen<State extends DeskState>(state: State, change: Partial<OpenConversation>): State {
  return state.open ? { ...state, open: { ...state.open, ...change } } : state;
}

function opened(id: string): OpenConversation {
  return {
    id,
    messages: [],
    isLoaded: false,
    hasOlder: false,
    typing: null,
    botDraft: null,
  };
}

function withDraft<State extends DeskState>(state: State, id: string, text: string): State {
  const { [id]: _old, ...others } = state.drafts;
  return { ...state, drafts: text === '' ? others : { ...others, [id]: text } };
}

function withFiles<State extends DeskState>(
  state: State,
  id: string,
  files: readonly DraftFile[],
): State {
  const { [id]: _old, ...others } = state.files;
  return { ...state, files: files.length === 0 ? others : { ...others, [id]: files } };
}

function withFile<State extends DeskState>(
  state: State,
  { id, key, file }: Extract<DeskEvent, { type: 'file' }>,
): State {
  const known = state.files[id] ?? [];
  const isKnown = known.some((one) => one.key === key);
  const changed = known.flatMap((one) => (one.key === key ? (file ?? []) : one));
  return withFiles(state, id, isKnown || !file ? changed : [...changed, file]);
}

function queue<State extends DeskState>(
  state: State,
  { clientMsgId, id, content, files, nowMs }: Extract<DeskEvent, { type: 'queued' }>,
): State {
  const added: Outgoing = {
    clientMsgId,
    conversationId: id,
    content,
    files,
    queuedAtMs: nowMs,
    isRetrying: false,
    hasArrived: false,
    refusal: null,
  };
  const left = (state.files[id] ?? []).filter((one) => !files.includes(one));
  const written = withFiles({ ...state, outgoing: [...state.outgoing, added] }, id, left);
  return withDraft(written, id, '');
}

function withOutgoing<State extends DeskState>(
  state: State,
  clientMsgId: string,
  change: Partial<Outgoing>,
): State {
  const outgoing = state.outgoing.map((one) =>
    one.clientMsgId === clientMsgId ? { ...one, ...change } : one,
  );
  return { ...state, outgoing };
}

/** Marks a reply as arrived: the feed often brings it before its own request is confirmed. */
function withArrived<State extends DeskState>(
  state: State,
  id: string,
  { sender, content, attachments = [] }: MessageView,
): State {
  if (sender.kind !== 'agent') return state;
  const uploadIds = attachments.map((one) => one.upload_id).join();
  const arrived = state.outgoing.find(
    (one) =>
      one.conversationId === id &&
      one.content === content &&
      uploadIdsOf(one.files).join() === uploadIds &&
      !one.hasArrived,
  );
  return arrived ? withOutgoing(state, arrived.clientMsgId, { hasArrived: true }) : state;
}

/** Puts an unsent reply back into the draft with its files, so nothing typed is lost. */
function giveBack<State extends DeskState>(
  state: State,
  { id, clientMsgId }: Extract<DeskEvent, { type: 'returned' }>,
): State {
  const isReturned = (one: Outgoing): boolean =>
    one.conversationId === id && (clientMsgId === undefined || one.clientMsgId === clientMsgId);
  const returned = state.outgoing.filter(isReturned);
  const outgoing = state.outgoing.filter((one) => !isReturned(one));
  const texts = [...returned.map((one) => one.content), state.drafts[id] ?? ''];
  const files = returned.flatMap(({ refusal, files: sent }) =>
    sent.map((file): DraftFile => (areGone(refusal) ? { ...file, problem: 'gone' } : file)),
  );
  const given = withFiles({ ...state, outgoing }, id, [...files, ...(state.files[id] ?? [])]);
  return withDraft(given, id, texts.filter(Boolean).join('\n'));
}
