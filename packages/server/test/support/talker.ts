import { setTimeout as wait } from 'node:timers/promises';
import type { ServerFrame } from '@chat-relay/widget-sdk/frames';
import { newId } from '../../src/platform/ids';
import type { VisitorSocket } from './visitor-socket';

export interface Talker {
  /** What was acknowledged: the content, which is the `client_msg_id` too, and its `seq`. */
  acked: ReadonlyMap<string, number>;
  /** The codes of the errors that it met. */
  errors: readonly string[];
  /** Ends after the message on its way; no more is sent. */
  stop(): Promise<void>;
}

const PAUSE_MS = 20;
const REPEAT_MS = 100;

/** Writes one message after another, and repeats each under its id until it is acknowledged. */
export function startTalker(socket: VisitorSocket): Talker {
  const acked = new Map<string, number>();
  const errors: string[] = [];
  let isStopped = false;
  let answer: (frame: ServerFrame) => void = () => undefined;
  socket.ws.on('message', (data) => answer(JSON.parse((data as Buffer).toString()) as ServerFrame));

  const say = (id: string) =>
    new Promise<Extract<ServerFrame, { type: 'ack' | 'error' }>>((resolve) => {
      answer = (frame) => {
        const isAnswer = frame.type === 'ack' || frame.type === 'error';
        if (isAnswer && frame.client_msg_id === id) resolve(frame);
      };
      socket.send({ type: 'msg', client_msg_id: id, content: id });
    });

  const talk = async (): Promise<void> => {
    while (!isStopped) {
      const id = newId();
      let frame = await say(id);
      while (frame.type === 'error') {
        errors.push(frame.code);
        await wait(REPEAT_MS);
        frame = await say(id);
      }
      acked.set(id, frame.seq);
      await wait(PAUSE_MS);
    }
  };
  const talking = talk();
  return {
    acked,
    errors,
    stop: () => {
      isStopped = true;
      return talking;
    },
  };
}
