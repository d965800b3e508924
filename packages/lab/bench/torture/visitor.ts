import type { ServerFrame } from '@chat-relay/widget-sdk/frames';
import { WebSocket } from 'ws';
import { dedupeKeys } from '../../../server/src/conversations/rules/state';
import type { History } from './history';
import type { Random } from './random';

export interface TortureVisitorOptions {
  url: string;
  origin: string;
  sessionId: string;
  token: string;
  random: Random;
  history: History;
  /**
   * Address of the next connection; the same as before if it is missing. With it, the visitor also reconnects now and
   * then, and whenever a relay is silent or refuses.
   */
  nextUrl?: () => string;
  /** Called at each ack, error and close. */
  onSign?: (sign: VisitorSign) => void;
  /** @param isOpen whether the relay had sent its welcome */
  onClose?: (code: number, isOpen: boolean) => void;
}

export type VisitorSign = 'ack' | 'error' | 'close';

/** Closes that a crash or a drain brings; any other is a surprise. */
const EXPECTED_CLOSES = new Set([1006, 1012, 1013]);
/** The widget's timeout: a connection that is silent for this long is pinged once, then given up. */
const SILENCE_MS = 2_500;
const LEAVING_AT_ERROR = 0.2;
/** A person who opens the next page: about each 12 s. */
const NEXT_PAGE = 0.02;
/** More messages at once, after a long outage, would rightly count as a flood. */
const MAX_UNACKED = 50;
const CONTENTS = [
  'Quels sont vos délais de livraison ?',
  'Mon parapluie chante faux.',
  'Où est ma commande ? 🙂',
  'Je voudrais parler à un conseiller.',
];

/** `sentAt`: time of the first sending, in ms since 1970. */
interface Unacked {
  content: string;
  sentAt: number;
}

/** A visitor's page as the widget behaves: it keeps what is not acked, and sends it again. */
export class TortureVisitor {
  readonly #options: TortureVisitorOptions;
  readonly #outbox = new Map<string, Unacked>();
  readonly #known = new Set<number>();
  #position = 0;
  #sent = 0;
  #ws: WebSocket | null = null;
  #isWelcome = false;
  #isProducing = true;
  #isOver = false;
  #url: string;
  #heardAt = 0;
  #timers = new Set<NodeJS.Timeout>();

  constructor(options: TortureVisitorOptions) {
    this.#options = options;
    this.#url = options.url;
    this.#connect();
    this.#produce();
    if (options.nextUrl) this.#watch();
  }

  get sessionId(): string {
    return this.#options.sessionId;
  }

  get token(): string {
    return this.#options.token;
  }

  /** The last `seq` up to which nothing is missing on the page. */
  get position(): number {
    return this.#position;
  }

  get unacked(): number {
    return this.#outbox.size;
  }

  /** Writes nothing new; what waits still goes out. */
  finish(): void {
    this.#isProducing = false;
  }

  close(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#ws?.terminate();
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#isOver) work();
    }, ms);
    this.#timers.add(timer);
  }

  #produce(): void {
    const { random, nextUrl } = this.#options;
    this.#after(random.between(60, 400), () => {
      if (!this.#isProducing) return;
      if (this.#outbox.size < MAX_UNACKED) this.#say(random.pick(CONTENTS) ?? '');
      if (random.chance(0.05)) this.#send({ type: 'escalate' });
      if (random.chance(0.1)) this.#send({ type: 'read', seq: this.#position });
      if (nextUrl && random.chance(NEXT_PAGE)) this.#ws?.terminate();
      this.#produce();
    });
  }

  #watch(): void {
    this.#after(SILENCE_MS / 2, () => {
      const silentMs = Date.now() - this.#heardAt;
      if (silentMs > 2 * SILENCE_MS) this.#ws?.terminate();
      else if (silentMs > SILENCE_MS) this.#send({ type: 'ping' });
      this.#watch();
    });
  }

  #say(text: string): void {
    const clientMsgId = `m${++this.#sent}`;
    this.#outbox.set(clientMsgId, { content: `${text} (${this.#sent})`, sentAt: Date.now() });
    this.#transmit(clientMsgId);
    if (this.#options.random.chance(0.1)) this.#transmit(clientMsgId);
  }

  #transmit(clientMsgId: string): void {
    const content = this.#outbox.get(clientMsgId)?.content;
    if (content !== undefined) this.#send({ type: 'msg', client_msg_id: clientMsgId, content });
  }

  #send(frame: object): void {
    if (this.#isWelcome) this.#ws?.send(JSON.stringify(frame));
  }

  #connect(): void {
    const { token, origin, random, history, nextUrl } = this.#options;
    this.#heardAt = Date.now();
    const address = `${this.#url.replace('http', 'ws')}/api/v1/ws/widget?token=${token}&since=${this.#position}`;
    const ws = new WebSocket(address, { origin });
    this.#ws = ws;
    ws.on('error', () => undefined);
    ws.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as ServerFrame));
    ws.on('close', (code) => {
      const isOpen = this.#isWelcome;
      this.#isWelcome = false;
      if (this.#isOver) return;
      this.#options.onClose?.(code, isOpen);
      this.#options.onSign?.('close');
      if (!EXPECTED_CLOSES.has(code)) history.surprises.push(`a visitor was closed with ${code}`);
      this.#url = nextUrl?.() ?? this.#url;
      this.#after(random.between(20, 200), () => this.#connect());
    });
  }

  #hear(frame: ServerFrame): void {
    this.#heardAt = Date.now();
    switch (frame.type) {
      case 'welcome':
        this.#isWelcome = true;
        if (frame.resume.status === 'reset') {
          this.#options.history.surprises.push('a page had more than the relay');
        }
        // The relay leaves out older messages, which the page would fetch over HTTP.
        if (frame.resume.status === 'truncated') this.#position = (frame.resume.from ?? 1) - 1;
        for (const clientMsgId of this.#outbox.keys()) this.#transmit(clientMsgId);
        return;
      case 'ack':
        return this.#hearAck(frame);
      case 'msg':
        return this.#show(frame.seq, frame.message_id);
      case 'error': {
        const { client_msg_id: clientMsgId, retry_after_ms: retryAfterMs = 100 } = frame;
        this.#options.onSign?.('error');
        if (frame.retryable)
          this.#options.history.refusals.push({ at: Date.now(), code: frame.code });
        else this.#options.history.surprises.push(`error frame ${frame.code}`);
        if (clientMsgId !== undefined && frame.retryable) {
          this.#after(retryAfterMs, () => this.#transmit(clientMsgId));
        }
        const { nextUrl, random } = this.#options;
        if (nextUrl && random.chance(LEAVING_AT_ERROR)) this.#ws?.terminate();
      }
    }
  }

  #hearAck(frame: Extract<ServerFrame, { type: 'ack' }>): void {
    const unacked = this.#outbox.get(frame.client_msg_id);
    this.#options.onSign?.('ack');
    this.#show(frame.seq, frame.message_id);
    if (unacked === undefined) return; // the second ack of a message sent twice
    this.#outbox.delete(frame.client_msg_id);
    this.#options.history.acks.push({
      sessionId: this.sessionId,
      dedupeKey: dedupeKeys.visitor(frame.client_msg_id),
      messageId: frame.message_id,
      seq: frame.seq,
      ...unacked,
      ackedAt: Date.now(),
    });
  }

  #show(seq: number, messageId: string): void {
    this.#options.history.shown.push({ sessionId: this.sessionId, seq, messageId });
    this.#known.add(seq);
    while (this.#known.delete(this.#position + 1)) this.#position++;
  }
}
