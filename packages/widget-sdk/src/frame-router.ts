import { ChatError } from './errors';
import type { ServerFrame } from './frames';
import type { Outbox } from './outbox';
import type { Session } from './session';
import type { Store } from './store';
import type { Thread } from './thread';
import { resume } from './timeline';
import type { Typing } from './typing';
import { camelize, toAck, toMessage } from './view';

export interface FrameTargets {
  store: Store;
  session: Session;
  thread: Thread;
  outbox: Outbox;
  typing: Typing;
  /** The conversation may have changed hands. */
  onConversation(): void;
  /** The socket is ours: all that waited for it may go. */
  onWelcome(readSeq: number): void;
  /** The token of the socket ends at this moment of the relay's clock. */
  onTokenEnd(expiresAt: string): void;
  onTokenRefused(): void;
}

type Routes = {
  [K in ServerFrame['type']]?: (frame: Extract<ServerFrame, { type: K }>) => void;
};

/** What each frame of the relay changes. Types that are not here are of a later protocol. */
export function createFrameRouter(targets: FrameTargets): (frame: ServerFrame) => void {
  const { store, session, thread, outbox, typing } = targets;

  const routes: Routes = {
    welcome(frame) {
      session.learnTime(frame.server_time);
      thread.show(resume(thread.timeline(), frame.resume));
      thread.read(frame.read_seq);
      store.set({
        config: camelize(frame.config),
        session: camelize(frame.session),
        conversation: camelize(frame.conversation),
      });
      targets.onTokenEnd(frame.token_expires_at);
      targets.onWelcome(frame.read_seq);
    },
    ack(frame) {
      const ack = toAck(frame);
      const item = outbox.settle(ack);
      if (!item) return;
      thread.add({ ...item, ...ack, state: 'sent' });
      store.emit('ack', ack);
    },
    msg(frame) {
      const message = toMessage(frame);
      const isNew = thread.add(message);
      // Our own by another way than its ack: a replay, or another tab that was quicker.
      const ack = toAck({ ...frame, client_msg_id: message.id });
      if (outbox.settle(ack)) store.emit('ack', ack);
      if (!isNew) return;
      const { kind } = message.sender;
      if (kind !== 'visitor') typing.receive(kind, 'stop');
      store.emit('message', message);
    },
    typing: (frame) => typing.receive(frame.sender.kind, frame.state),
    auth_ok: (frame) => targets.onTokenEnd(frame.token_expires_at),
    status(frame) {
      store.set({ conversation: camelize(frame.conversation) });
      targets.onConversation();
    },
    receipt({ kind, seq }) {
      const key = kind === 'read' ? 'readByAgentSeq' : 'deliveredSeq';
      store.set({ [key]: Math.max(seq, store.get()[key]) });
      store.emit('receipt', { kind, seq });
    },
    error(frame) {
      outbox.refuse(frame);
      if (frame.code === 'token_invalid') targets.onTokenRefused();
      store.emit('error', new ChatError(frame.code, { retryAfterMs: frame.retry_after_ms }));
    },
  };

  return (frame) => {
    if (!Object.hasOwn(routes, frame.type)) return;
    // Chosen by the frame's own type, so the route takes this frame.
    (routes[frame.type] as (frame: ServerFrame) => void)(frame);
  };
}
