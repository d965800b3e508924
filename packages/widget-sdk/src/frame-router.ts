import type { Frame } from './connection/connection';
import type { Entrance } from './entrance';
import { ChatError } from './errors';
import type { Pages } from './messages/pages';
import type { Outbox } from './messages/outbox';
import type { Session } from './session/session';
import type { Signals } from './messages/signals';
import type { Store } from './store';
import { toMessage, withoutContent, type StoredMessage } from './messages/stored-message';
import type { Thread } from './messages/thread';
import { resume } from './messages/timeline';
import type { ChatAttachment } from './types';

type Routes = {
  [K in Frame['type']]?: (frame: Extract<Frame, { type: K }>) => void;
};

/** Applies each frame of the relay to the chat. Unknown types belong to a later protocol and are ignored. */
export function createFrameRouter(
  store: Store,
  session: Session,
  entrance: Entrance,
  thread: Thread,
  outbox: Outbox,
  signals: Signals,
  pages: Pages,
): (frame: Frame) => void {
  /**
   * Adds a message that the relay has stored; false if it was known. The visitor's own messages arrive by an ack, a
   * replay, or another tab, whichever is first.
   */
  function keep(message: StoredMessage): boolean {
    const isOurs = outbox.settle(message);
    const isNew = thread.add(message);
    if (isOurs) {
      if (!isNew) thread.publish();
      store.emit('ack', message);
    }
    return isNew;
  }

  /** Moves a watermark of the other side forward, never back. */
  function advance(key: 'deliveredSeq' | 'readByAgentSeq', seq: number) {
    store.set({ [key]: Math.max(seq, store.get()[key]) });
  }

  /** Empties messages that were removed. */
  function hide(seqs: readonly number[]) {
    if (seqs.length === 0) return;
    thread.edit((message) => (seqs.includes(message.seq) ? withoutContent(message) : message));
  }

  const routes: Routes = {
    welcome(frame) {
      const { config, conversation, readSeq, agentReadSeq = 0 } = frame;
      session.learnTime(frame.serverTime);
      thread.read(readSeq);
      advance('readByAgentSeq', agentReadSeq);
      const { streamId: id = '', text = '' } = frame.draft ?? {};
      store.set({ config, session: frame.session, conversation, draft: id ? { id, text } : null });
      // Unread messages are counted once the relay has sent how far the visitor has read.
      if (!thread.show(resume(thread.timeline(), frame.resume))) thread.publish();
      hide(frame.removed ?? []);
      entrance.admit(frame.tokenExpiresAt);
      // The socket is open: send everything that waits.
      signals.open(readSeq);
      pages.open();
      outbox.open();
    },
    ack(frame) {
      const item = outbox.find(frame.clientMsgId);
      if (item) keep(toMessage({ ...item, ...frame }));
    },
    msg(frame) {
      const message = toMessage(frame);
      if (!keep(message) || message.removed) return;
      const { kind } = message.sender;
      if (kind !== 'visitor') {
        signals.hear(kind, 'stop');
        store.set({ draft: null });
      }
      store.emit('message', message);
    },
    typing: (frame) => signals.hear(frame.sender.kind, frame.state),
    draft({ streamId: id, at, text }) {
      const { draft } = store.get();
      const before = draft?.id === id ? draft.text : '';
      // A piece is missing: the draft is hidden until the whole message comes.
      const isNext = [...before].length === at;
      store.set({ draft: isNext ? { id, text: before + text } : null });
    },
    draft_end({ streamId, outcome }) {
      // A completed draft stays until its message takes its place.
      if (outcome === 'discarded' && streamId === store.get().draft?.id) store.set({ draft: null });
    },
    auth_ok: (frame) => entrance.admit(frame.tokenExpiresAt),
    status({ conversation }) {
      store.set({ conversation });
      signals.checkWish();
    },
    removed: ({ seq }) => hide([seq]),
    attachment({ seq, uploadId, scan }) {
      const scanned = (file: ChatAttachment) =>
        file.uploadId === uploadId ? { ...file, scan } : file;
      thread.edit((message) =>
        message.seq === seq
          ? { ...message, attachments: message.attachments.map(scanned) }
          : message,
      );
    },
    receipt({ kind, seq }) {
      const key = kind === 'read' ? 'readByAgentSeq' : 'deliveredSeq';
      advance(key, seq);
      store.emit('receipt', { kind, seq });
    },
    // The page of messages filled the gap up to `to`, where the timeline's cursor is now.
    sync_end: ({ hasMore }) => hasMore && thread.sync(1),
    error(frame) {
      const error = new ChatError(frame.code, frame);
      outbox.refuse(frame);
      thread.sync(frame.retryAfterMs);
      entrance.lose(error);
      store.emit('error', error);
    },
  };

  // Chosen by the frame's own type, so the route takes this frame.
  return (frame) => (routes[frame.type] as ((frame: Frame) => void) | undefined)?.(frame);
}
