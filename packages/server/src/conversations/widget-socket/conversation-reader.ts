import type { LinkTo } from '../../attachments/links';
import type { DraftView, ServerFrame, WidgetConfig } from '@chat-relay/widget-sdk/frames';
import type { Clock } from '../../platform/clock';
import type { VisitorSession } from '../../visitors/session';
import type { Turns } from '../../platform/turns';
import { planResume, replay, type Replayed } from '../journal/resume';
import type { ConversationStore } from '../journal/store';
import { conversationView } from '../journal/views';
import type { Hub, Notice } from '../live/hub';
import { isOutdated } from '../live/answer-streams';
import type { Following } from '../live/channels';
import { MessageTail } from '../live/message-tail';
import type { QueuePositions } from '../live/queue-positions';
import { asRemoved, type ConversationState, type Message } from '../rules/state';
import { msgFrame, welcomeFrame } from './outgoing-frames';
import { SentDraft } from './sent-draft';

export interface ConversationReaderOptions {
  visitor: VisitorSession;
  hub: Hub;
  queuePositions: Pick<QueuePositions, 'enter'>;
  store: Pick<ConversationStore, 'messages' | 'queue' | 'removedSeqs' | 'withSession'>;
  /** The socket's identity for the journal and the hub: it gets no echo of its own messages. */
  source: object;
  /** Queue for replays: only a few run at once on a node. */
  inTurn: Turns;
  draftOf(sessionId: string): DraftView | null;
  linkTo: LinkTo;
  send(frame: ServerFrame): void;
  /** False while the client reads too slowly for drafts: it gets the message alone. */
  keepsUp(): boolean;
  onSessionOver(): void;
  onTakenOver(tokenVersion: number): void;
  onBlocked(): void;
  onError(error: unknown): void;
}

export interface Opening {
  config: Promise<WidgetConfig>;
  /** The last `seq` that the client has; null: live messages only. */
  since: number | null;
  tokenExpiresAtMs: number;
  clock: Clock;
}

/** Notices that are handled at once, even before the welcome. */
const ENDINGS: ReadonlySet<Notice['kind']> = new Set([
  'session-over',
  'session-taken-over',
  'session-blocked',
]);

/** Sends a visitor's socket its conversation: the welcome, missed messages, then every change. */
export class ConversationReader {
  readonly #options: ConversationReaderOptions;
  readonly #tail: MessageTail;
  readonly #watching: Following;
  #leaveQueue: (() => void) | null = null;
  #state: ConversationState | null = null;
  /** Position that was last sent to the visitor; undefined: in the queue, and none was sent yet. */
  #queuePosition: number | null | undefined = null;
  readonly #draft: SentDraft;
  /** `seq` of messages that were removed since the socket opened: a read that began before still has their text. */
  readonly #removed = new Set<number>();
  /** Notices from before the welcome; null from then on. */
  #early: Notice[] | null = [];
  #isStopped = false;

  /** Subscribes at once: reads after that can't miss a change in between. */
  constructor(options: ConversationReaderOptions) {
    const { visitor, hub, store } = options;
    this.#options = options;
    this.#draft = new SentDraft(options);
    this.#tail = new MessageTail({
      position: 0,
      read: (afterSeq, limit) => store.messages(visitor, { afterSeq, limit }),
      send: (message) => this.#sendMessage(message),
      onError: options.onError,
    });
    this.#watching = hub.watchSession(visitor.sessionId, (notice) => this.#hear(notice));
  }

  /** Null until the conversation has a message. */
  get conversationId(): string | null {
    return this.#state?.conversationId ?? null;
  }

  get hasWelcomed(): boolean {
    return this.#early === null;
  }

  async open({ config, since, tokenExpiresAtMs, clock }: Opening): Promise<void> {
    const options = this.#options;
    const { visitor, store, send } = options;
    const read = this.#watching.ready.then(() =>
      Promise.all([store.withSession(visitor), since ? store.removedSeqs(visitor, since) : []]),
    );
    const [widgetConfig, [stored, removed]] = await Promise.all([config, read]);
    // If the session was taken over before the socket followed it, there was no notice.
    if (stored) options.onTakenOver(stored.session.tokenVersion);
    if (this.#isStopped) return;
    const state = stored?.state ?? null;
    this.#state = newer(state, this.#state);
    const lastSeq = state?.lastSeq ?? 0;
    // With more removed than the welcome lists, the client starts over.
    const resume = planResume(removed ? since : Infinity, lastSeq);
    const queuePosition = await this.#findQueuePosition();
    send(
      welcomeFrame({
        visitor,
        config: widgetConfig,
        state: this.#state,
        queuePosition,
        lastSeq,
        readSeq: state?.visitorReadSeq ?? 0,
        agentReadSeq: state?.agentReadSeq ?? 0,
        resume,
        removed: removed ?? [],
        draft: this.#draft.open(options.draftOf(visitor.sessionId)),
        tokenExpiresAtMs,
        now: clock(),
      }),
    );
    if (resume.from !== null) await this.#replay(resume.from - 1, lastSeq);
    this.#tail.startAt(lastSeq);
    this.#tail.release();
    const early = this.#early ?? [];
    this.#early = null;
    for (const notice of early) this.#hear(notice);
    this.#enterOrLeaveQueue();
  }

  /** Sends the page of messages that follows `since`. */
  async sync(since: number): Promise<void> {
    const { to, hasMore } = await this.#replay(since);
    this.#options.send({ type: 'sync_end', to, has_more: hasMore });
  }

  #replay(afterSeq: number, to?: number): Promise<Replayed> {
    const { visitor, store, inTurn } = this.#options;
    return replay({
      afterSeq,
      to,
      inTurn,
      read: (range) => store.messages(visitor, range),
      send: (message) => this.#sendMessage(message),
      isWanted: () => !this.#isStopped,
    });
  }

  #sendMessage(message: Message): void {
    const { send, linkTo } = this.#options;
    send(msgFrame(this.#removed.has(message.seq) ? asRemoved(message) : message, linkTo));
  }

  /** Skips a message that the visitor has by its ack; messages before it are still sent. */
  skip(seq: number): void {
    this.#tail.advance(seq);
  }

  stop(): void {
    this.#isStopped = true;
    this.#watching.stop();
    this.#enterOrLeaveQueue();
  }

  #enterOrLeaveQueue(): void {
    if (this.#state?.status === 'WAITING' && !this.#isStopped) {
      this.#leaveQueue ??= this.#options.queuePositions.enter(this.#options.visitor);
    } else {
      this.#leaveQueue?.();
      this.#leaveQueue = null;
    }
  }

  async #findQueuePosition(): Promise<number | null> {
    if (this.#state?.status !== 'WAITING') return null;
    const { visitor, store } = this.#options;
    const index = (await store.queue(visitor.tenantId)).indexOf(visitor.sessionId);
    this.#queuePosition = index === -1 ? null : index + 1;
    return this.#queuePosition;
  }

  #hear(notice: Notice): void {
    if (this.#early && !ENDINGS.has(notice.kind)) {
      this.#early.push(notice);
      return;
    }
    const { send } = this.#options;
    switch (notice.kind) {
      case 'change':
        return this.#hearChange(notice);
      case 'typing':
        if (notice.sender.kind === 'visitor') return;
        return send({ type: 'typing', sender: { kind: notice.sender.kind }, state: notice.state });
      case 'draft':
        if (this.#state && !isOutdated(notice, this.#state)) this.#draft.add(notice);
        return;
      case 'draft-end':
        return this.#draft.end(notice);
      case 'delivered':
        if (notice.to !== 'visitor') return;
        return send({ type: 'receipt', kind: 'delivered', seq: notice.seq });
      case 'removed':
        if (this.#removed.has(notice.seq)) return;
        this.#removed.add(notice.seq);
        return send({ type: 'removed', message_id: notice.messageId, seq: notice.seq });
      case 'attachment': {
        const { messageId: message_id, seq, uploadId: upload_id, scan } = notice;
        return send({ type: 'attachment', message_id, seq, upload_id, scan });
      }
      case 'queue-position':
        return this.#hearQueuePosition(notice.position);
      case 'session-over':
        return this.#options.onSessionOver();
      case 'session-taken-over':
        return this.#options.onTakenOver(notice.tokenVersion);
      case 'session-blocked':
        return this.#options.onBlocked();
    }
  }

  #hearChange(notice: Extract<Notice, { kind: 'change' }>): void {
    const { source, send } = this.#options;
    this.#state = newer(notice.state, this.#state);
    const isNews = this.#state === notice.state;
    for (const message of notice.messages) {
      // The sender has its ack instead of an echo.
      const isOwn = notice.source === source && message.sender === 'visitor';
      if (!isOwn) this.#tail.offer(message);
    }
    for (const { by, seq } of notice.receipts) {
      if (by === 'agent') send({ type: 'receipt', kind: 'read', seq });
    }
    // While the visitor waits, the status is sent with the position in the queue.
    if (!isNews || !notice.hasStatusChanged) return;
    if (notice.state.status === 'WAITING') {
      this.#queuePosition = undefined;
      this.#leaveQueue?.();
      this.#leaveQueue = null;
    } else {
      this.#queuePosition = null;
      send({ type: 'status', conversation: conversationView(notice.state, null) });
    }
    this.#enterOrLeaveQueue();
  }

  #hearQueuePosition(position: number | null): void {
    if (this.#state?.status !== 'WAITING' || position === this.#queuePosition) return;
    this.#queuePosition = position;
    this.#options.send({ type: 'status', conversation: conversationView(this.#state, position) });
  }
}

/** The later one of two states of a conversation. */
function newer(
  read: ConversationState | null,
  known: ConversationState | null,
): ConversationState | null {
  if (!read || !known) return read ?? known;
  const isOlder =
    read.lastSeq < known.lastSeq ||
    (read.lastSeq === known.lastSeq && read.ownerEpoch < known.ownerEpoch);
  return isOlder ? known : read;
}
