import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { atEnd } from '../support/at-end';
import { preciseNow } from '../support/callback-sink';
import type { Backends } from './backends';

/** Latencies from a message's ack to the first byte of its callback. */
export interface QuickResult {
  latenciesMs: number[];
  /** Callbacks that had not arrived at the end. */
  missing: number;
}

const EVERY_MS = 200;
const LAST_WITHIN_MS = 15_000;

/** Visitors of the quick tenant, who write in turn. */
export async function createQuickTenant(url: string, tokens: string[], backends: Backends) {
  const ackedAt = new Map<string, number>();
  const sockets = await Promise.all(
    tokens.map(async (token) => {
      const ws = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/widget?token=${token}`);
      atEnd(() => ws.terminate());
      await once(ws, 'message'); // the welcome
      ws.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as { type: string; client_msg_id?: string };
        if (frame.type === 'ack') ackedAt.set(frame.client_msg_id ?? '', preciseNow());
      });
      return ws;
    }),
  );
  let sent = 0;

  return {
    measure: async (seconds: number): Promise<QuickResult> => {
      ackedAt.clear();
      await backends.takeArrivals();
      const until = Date.now() + seconds * 1000;
      while (Date.now() < until) {
        const ws = sockets[sent % sockets.length];
        const frame = { type: 'msg', client_msg_id: `quick-${sent++}`, content: 'Is it there?' };
        ws?.send(JSON.stringify(frame));
        await wait(EVERY_MS);
      }
      const latenciesMs: number[] = [];
      const deadline = Date.now() + LAST_WITHIN_MS;
      while (ackedAt.size > 0 && Date.now() < deadline) {
        for (const [id, at] of await backends.takeArrivals()) {
          // A callback may be quicker than the ack of its message.
          latenciesMs.push(Math.max(0, at - (ackedAt.get(id) ?? at)));
          ackedAt.delete(id);
        }
        await wait(100);
      }
      const now = preciseNow();
      for (const at of ackedAt.values()) latenciesMs.push(now - at);
      return { latenciesMs, missing: ackedAt.size };
    },
  };
}
