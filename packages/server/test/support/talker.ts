import { setTimeout as wait } from 'node:timers/promises';
import type { ServerFrame } from '@chat-relay/widget-sdk/frames';
import { newId } from '../../src/platform/ids';
import type { VisitorSocket } from './visitor-socket';

export interface Talker {
  /** Content of each acknowledged message, which is its `client_msg_id`, too → its `seq`. */
  acked: ReadonlyMap<string, number>;
  /** Codes of the errors that it received. */
  errors: readonly string[];
  /** Waits for the message on its way and sends no more. */
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
