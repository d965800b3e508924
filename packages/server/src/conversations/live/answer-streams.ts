import type { DraftView } from '@chat-relay/widget-sdk/frames';
import { SECOND, type Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import type { ConversationState } from '../rules/state';
import type { Hub, Notice } from './hub';

type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

/** A visitor's question that the bot is answering. */
export interface Asked {
  tenantId: string;
  sessionId: string;
  conversationId: string;
  ownerEpoch: number;
  /** `seq` of the question. A later message of the visitor discards the answer. */
  seq: number;
}

/** An answer that the bot is writing, shown to the visitor and the operators as drafts. */
export interface AnswerStream {
  readonly id: string;
  readonly text: string;
  /** Aborted when the answer is not needed any more: another owner, a further question, or `discard`. */
  readonly signal: AbortSignal;
  /** Shows the next part. False if the answer is too long: then it is discarded. */
  push(text: string): boolean;
  /** Shows the text that `push` still holds back. Call it before the message is committed. */
  flush(): void;
  /** Ends the stream. Shown drafts are taken back, unless the message is committed. Call it in any case. */
  discard(): void;
}

export interface AnswerStreams {
  /** Opens a stream; null: there are too many at the moment, so the answer is sent as one message. */
  open(asked: Asked): AnswerStream | null;
  /** Draft that is shown in a session, from this node or another one. */
  draftOf(sessionId: string): DraftView | null;
  stop(): void;
}

/** Drafts of one answer are at least this far apart. */
const PACE_MS = 50;
const MAX_CODE_POINTS = 4_000;
const MAX_STREAMS = 1_000;
const MAX_STREAMS_PER_TENANT = 200;
/** Limit of drafts that are shown, from all nodes. */
const MAX_SHOWN = 10_000;
/** After this long without a further piece, a draft is discarded: its node has stopped. No stream pauses so long. */
const SILENT_MS = 30 * SECOND;
const SWEEP_MS = 5 * SECOND;

interface Shown extends Pick<NoticeOf<'draft'>, 'tenantId' | 'sessionId' | 'conversationId'> {
  streamId: string;
  ownerEpoch: number;
  text: string;
  length: number;
  heardAt: number;
}

/**
 * Keeps the answers that the bot is writing. Drafts are notices: they are not stored, and a lost one is not sent again,
 * because the message follows. When a change of a conversation ends its draft, every node ends it itself, so that no
 * draft outlives the change anywhere.
 *
 * Create it before everything else that watches the hub: the end of a draft is published before the change that caused
 * it reaches the sockets.
 */
export function createAnswerStreams({ hub, clock }: { hub: Hub; clock: Clock }): AnswerStreams {
  const shown = new Map<string, Shown>();
  const written = new Map<string, { asked: Asked; abort(): void }>();
  const perTenant = new Map<string, number>();

  const unwatch = hub.watch((notice) => {
    if (notice.kind === 'draft') return hearDraft(notice);
    if (notice.kind === 'draft-end') return forget(notice);
    if (notice.kind === 'session-over') return end(notice.sessionId, 'discarded');
    if (notice.kind === 'change') hearChange(notice);
  });

  function hearDraft(notice: NoticeOf<'draft'>): void {
    const { tenantId, sessionId, conversationId, streamId, ownerEpoch, at, text } = notice;
    const known = shown.get(sessionId);
    const isNext = known?.streamId === streamId && known.length === at;
    if (!isNext && (at > 0 || shown.size >= MAX_SHOWN)) return;
    const before = isNext ? known : { text: '', length: 0 };
    shown.set(sessionId, {
      tenantId,
      sessionId,
      conversationId,
      streamId,
      ownerEpoch,
      text: before.text + text,
      length: before.length + codePointsIn(text),
      heardAt: clock(),
    });
  }

  function hearChange({ session, state, messages }: NoticeOf<'change'>): void {
    const { sessionId } = session;
    const writing = written.get(sessionId);
    const isAskedMore = messages.some(
      ({ sender, seq }) => sender === 'visitor' && writing && seq > writing.asked.seq,
    );
    if (writing && (isAskedMore || isOutdated(writing.asked, state))) writing.abort();
    const draft = shown.get(sessionId);
    if (!draft) return;
    if (isOutdated(draft, state)) return end(sessionId, 'discarded');
    if (messages.some(({ sender }) => sender === 'bot')) end(sessionId, 'message');
  }

  /** Ends a draft on this node alone: the other nodes receive the change, too. */
  function end(sessionId: string, outcome: 'message' | 'discarded'): void {
    if (outcome === 'discarded') written.get(sessionId)?.abort();
    const draft = shown.get(sessionId);
    if (draft) hub.publishHere(endOf(draft, outcome));
  }

  function forget({ sessionId, streamId }: NoticeOf<'draft-end'>): void {
    if (shown.get(sessionId)?.streamId === streamId) shown.delete(sessionId);
  }

  function open(asked: Asked): AnswerStream | null {
    const { tenantId, sessionId, conversationId, ownerEpoch } = asked;
    const ofTenant = perTenant.get(tenantId) ?? 0;
    const isFull = written.size >= MAX_STREAMS || ofTenant >= MAX_STREAMS_PER_TENANT;
    if (isFull || written.has(sessionId)) return null;

    const id = newId();
    let held = '';
    const of = { tenantId, sessionId, conversationId, streamId: id };
    const over = new AbortController();
    let text = '';
    let length = 0;
    let sent = '';
    let timer: NodeJS.Timeout | undefined;
    let sentAt = -Infinity;

    const send = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const piece = text.slice(sent.length);
      if (piece === '' || over.signal.aborted) return;
      const at = codePointsIn(sent);
      sent = text;
      sentAt = performance.now();
      hub.publish({ kind: 'draft', ...of, ownerEpoch, at, text: piece });
    };
    const discard = (): void => {
      if (over.signal.aborted) return;
      clearTimeout(timer);
      following.stop();
      written.delete(sessionId);
      const left = (perTenant.get(tenantId) ?? 1) - 1;
      if (left > 0) perTenant.set(tenantId, left);
      else perTenant.delete(tenantId);
      over.abort();
      const isShown = shown.get(sessionId)?.streamId === id;
      if (isShown) hub.publish({ kind: 'draft-end', ...of, outcome: 'discarded' });
    };
    // Another node may commit the change that ends this answer.
    const following = hub.followSession(sessionId);
    written.set(sessionId, { asked, abort: discard });
    perTenant.set(tenantId, ofTenant + 1);

    return {
      id,
      get text() {
        return text;
      },
      signal: over.signal,
      push: (part) => {
        if (over.signal.aborted) return false;
        // A code point may come in two parts.
        const joined = held + part;
        held = /[\uD800-\uDBFF]$/.test(joined) ? joined.slice(-1) : '';
        const whole = toShown(held === '' ? joined : joined.slice(0, -1));
        length += codePointsIn(whole);
        if (length > MAX_CODE_POINTS) {
          discard();
          return false;
        }
        text += whole;
        const waitMs = sentAt + PACE_MS - performance.now();
        if (waitMs <= 0) send();
        else timer ??= setTimeout(send, waitMs);
        return true;
      },
      flush: send,
      discard,
    };
  }

  const timer = setInterval(() => {
    const silentSince = clock() - SILENT_MS;
    for (const [sessionId, { heardAt }] of shown) {
      if (heardAt < silentSince) end(sessionId, 'discarded');
    }
  }, SWEEP_MS);
  timer.unref();

  return {
    open,
    draftOf: (sessionId) => {
      const draft = shown.get(sessionId);
      return draft ? { stream_id: draft.streamId, text: draft.text } : null;
    },
    stop: () => {
      clearInterval(timer);
      for (const { abort } of written.values()) abort();
      unwatch();
    },
  };
}

/** Whether the conversation has had another owner since the bot was asked. */
export function isOutdated(
  { ownerEpoch }: { ownerEpoch: number },
  state: Pick<ConversationState, 'status' | 'ownerEpoch'>,
): boolean {
  return state.status !== 'BOT' || state.ownerEpoch > ownerEpoch;
}

export function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Replaces halves of surrogate pairs and removes NUL: no message has either. */
function toShown(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

function endOf(
  { tenantId, sessionId, conversationId, streamId }: Shown,
  outcome: 'message' | 'discarded',
): NoticeOf<'draft-end'> {
  return { kind: 'draft-end', tenantId, sessionId, conversationId, streamId, outcome };
}
