import type { DraftView, ServerFrame } from '@chat-relay/widget-sdk/frames';
import { codePointsIn } from '../live/answer-streams';
import type { Notice } from '../live/hub';

type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

export interface SentDraftOptions {
  send(frame: ServerFrame): void;
  /** False while the client reads too slowly for drafts. */
  keepsUp(): boolean;
}

/**
 * Tracks how much of the bot's current answer a socket has been sent. A client that misses a piece, or reads too
 * slowly, gets no further piece of that answer: it waits for the message.
 */
export class SentDraft {
  readonly #options: SentDraftOptions;
  #streamId: string | null = null;
  #length = 0;
  #isComplete = true;

  constructor(options: SentDraftOptions) {
    this.#options = options;
  }

  /** Starts with the draft of the welcome, whose pieces are not sent again. */
  open(draft: DraftView | null): DraftView | null {
    this.#streamId = draft?.stream_id ?? null;
    this.#length = codePointsIn(draft?.text ?? '');
    this.#isComplete = true;
    return draft;
  }

  add({ streamId, at, text }: NoticeOf<'draft'>): void {
    if (this.#streamId !== streamId) {
      if (at > 0) return;
      this.open({ stream_id: streamId, text: '' });
    }
    if (at < this.#length || !this.#isComplete) return;
    if (at > this.#length || !this.#options.keepsUp()) {
      this.#isComplete = false;
      return;
    }
    this.#length += codePointsIn(text);
    this.#options.send({ type: 'draft', stream_id: streamId, at, text });
  }

  end({ streamId, outcome }: NoticeOf<'draft-end'>): void {
    if (this.#streamId !== streamId) return;
    this.#streamId = null;
    this.#options.send({ type: 'draft_end', stream_id: streamId, outcome });
  }
}
