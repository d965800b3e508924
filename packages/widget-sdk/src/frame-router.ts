import type { Frame } from './connection';
import type { Entrance } from './entrance';
import { ChatError } from './errors';
import type { HumanWish } from './human-wish';
import type { Outbox } from './outbox';
import type { Session } from './session';
import type { Store } from './store';
import { toAck, toMessage } from './stored-message';
import type { Thread } from './thread';
import { resume } from './timeline';
import type { Typing } from './typing';
import type { Watermark } from './watermark';

export interface FrameTargets {
  store: Store;
  session: Session;
  entrance: Entrance;
  thread: Thread;
  outbox: Outbox;
  typing: Typing;
  watermark: Watermark;
  wish: HumanWish;
}

type Routes = {
  [K in Frame['type']]?: (frame: Extract<Frame, { type: K }>) => void;
};

/** What each frame of the relay changes. Types that are not here are of a later protocol. */
export function createFrameRouter(targets: FrameTargets): (frame: Frame) => void {
  const { store, session, entrance, thread, outbox, typing, watermark, wish } = targets;

  const routes: Routes = {
    welcome(frame) {
      const { config, conversation, readSeq } = frame;
      session.learnTime(frame.serverTime);
      thread.show(resume(thread.timeline(), frame.resume));
      thread.read(readSeq);
      store.set({ config, session: frame.session, conversation });
      entrance.admit(frame.tokenExpiresAt);
      // The socket is ours: all that waited for it may go.
      watermark.learn(readSeq);
      wish.tell();
      outbox.open();
    },
    ack(frame) {
      const ack = toAck({ ...frame, id: frame.clientMsgId });
      const item = outbox.settle(ack);
      if (!item) return;
      thread.add({ ...item, ...ack, state: 'sent' });
      store.emit('ack', ack);
    },
    msg(frame) {
      const message = toMessage(frame);
      const isNew = thread.add(message);
      // Our own by another way than its ack: a replay, or another tab that was quicker.
      const ack = toAck({ ...frame, id: message.id });
      if (outbox.settle(ack)) store.emit('ack', ack);
      if (!isNew) return;
      const { kind } = message.sender;
      if (kind !== 'visitor') typing.receive(kind, 'stop');
      store.emit('message', message);
    },
    typing: (frame) => typing.receive(frame.sender.kind, frame.state),
    auth_ok: (frame) => entrance.admit(frame.tokenExpiresAt),
    status({ conversation }) {
      store.set({ conversation });
      wish.check();
    },
    receipt({ kind, seq }) {
      const key = kind === 'read' ? 'readByAgentSeq' : 'deliveredSeq';
      store.set({ [key]: Math.max(seq, store.get()[key]) });
      store.emit('receipt', { kind, seq });
    },
    error(frame) {
      outbox.refuse(frame);
      if (frame.code === 'token_invalid') entrance.lose({ kind: 'token' });
      store.emit('error', new ChatError(frame.code, frame));
    },
  };

  return (frame) => {
    if (!Object.hasOwn(routes, frame.type)) return;
    // Chosen by the frame's own type, so the route takes this frame.
    (routes[frame.type] as (frame: Frame) => void)(frame);
  };
}
