import type { Message } from '../rules/state';

export interface MessageTailOptions {
  position: number;
  /** Messages after a `seq`, in order. */
  read(afterSeq: number, limit: number): Promise<Message[]>;
  send(message: Message): void;
  onError(error: unknown): void;
}

const CATCH_UP_PAGE = 200;

/**
 * Gives a reader every message once, in order of `seq`. Pushes may be late, repeated, or lost between nodes.
 * Gaps are filled from the database.
 */
export class MessageTail {
  readonly #options: MessageTailOptions;
  #position: number;
  #isHeld = true;
  #held: Message[] = [];
  /** `seq` of messages beyond the position that the reader has already. */
  readonly #skipped = new Set<number>();
  #isCatchingUp = false;

  /** Starts held: pushes are kept until `release`. */
  constructor(options: MessageTailOptions) {
    this.#options = options;
    this.#position = options.position;
  }

  get position(): number {
    return this.#position;
  }

  /** The ack has already delivered this message; fill any gap before it. */
  advance(seq: number): void {
    if (seq <= this.#position) return;
    if (seq === this.#position + 1) {
      this.#position = seq;
      return;
    }
    this.#skipped.add(seq);
    void this.catchUp();
  }

  /** Sets the reader's position; only while held. */
  startAt(position: number): void {
    this.#position = position;
  }

  release(): void {
    this.#isHeld = false;
    this.#flush();
  }

  offer(message: Message): void {
    if (this.#isHeld || this.#isCatchingUp) {
      this.#held.push(message);
      return;
    }
    if (message.seq <= this.#position) return;
    if (message.seq > this.#position + 1) {
      void this.catchUp();
      return;
    }
    this.#pass(message);
  }

  /** Sends the messages that the database has beyond the position. */
  async catchUp(): Promise<void> {
    if (this.#isHeld || this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      for (;;) {
        const messages = await this.#options.read(this.#position, CATCH_UP_PAGE);
        for (const message of messages) {
          if (message.seq > this.#position) this.#pass(message);
        }
        if (messages.length < CATCH_UP_PAGE) break;
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isCatchingUp = false;
    }
    this.#flush();
  }

  #pass(message: Message): void {
    this.#position = message.seq;
    if (!this.#skipped.delete(message.seq)) this.#options.send(message);
  }

  #flush(): void {
    const held = this.#held;
    this.#held = [];
    for (const message of held) this.offer(message);
  }
}
