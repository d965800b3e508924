import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { atEnd } from '../support/at-end';
import { residentBytes } from '../support/process-figures';

/** What other visitors, and whoever watches the relay, saw for a while. */
export interface Window {
  /** How long each message waited for its ack; one without any, as long as it has waited. */
  ackMs: number[];
  unanswered: number;
  closed: number;
  healthMs: number[];
  peakBytes: number;
  lastBytes: number;
}

export interface Probes {
  window(seconds: number): Promise<Window>;
}

const SAY_EVERY_MS = 400;
const HEALTH_EVERY_MS = 100;
const HEALTH_WITHIN_MS = 10_000;
const MEMORY_EVERY_MS = 100;

export async function startProbes(
  url: string,
  pid: number,
  tokens: readonly string[],
): Promise<Probes> {
  let seen: Window = emptyWindow();
  const waiting = new Map<string, number>();
  let isOver = false;
  let next = 0;
  atEnd(() => {
    isOver = true;
  });

  const open = async (token: string): Promise<void> => {
    const ws = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/widget?token=${token}`);
    atEnd(() => ws.terminate());
    ws.on('error', () => undefined);
    ws.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string; client_msg_id?: string };
      const sentAt = waiting.get(frame.client_msg_id ?? '');
      if (frame.type !== 'ack' || sentAt === undefined) return;
      waiting.delete(frame.client_msg_id ?? '');
      seen.ackMs.push(performance.now() - sentAt);
    });
    await once(ws, 'message'); // the welcome
    const timer = setInterval(() => {
      const id = `probe-${next++}`;
      waiting.set(id, performance.now());
      ws.send(JSON.stringify({ type: 'msg', client_msg_id: id, content: 'Where is my parcel?' }));
    }, SAY_EVERY_MS);
    atEnd(() => clearInterval(timer));
    ws.on('close', () => {
      clearInterval(timer);
      if (isOver) return;
      seen.closed++;
      void open(token);
    });
  };

  for (const token of tokens) {
    await open(token);
    await wait(SAY_EVERY_MS / tokens.length);
  }
  const memory = setInterval(() => {
    seen.lastBytes = residentBytes(pid);
    seen.peakBytes = Math.max(seen.peakBytes, seen.lastBytes);
  }, MEMORY_EVERY_MS);
  const health = setInterval(() => {
    const into = seen;
    void timeHealth(url).then((ms) => into.healthMs.push(ms));
  }, HEALTH_EVERY_MS);
  for (const timer of [memory, health]) atEnd(() => clearInterval(timer));

  return {
    window: async (seconds) => {
      waiting.clear();
      const window = emptyWindow();
      seen = window;
      await wait(seconds * 1000);
      seen = emptyWindow();
      const now = performance.now();
      const ages = [...waiting.values()].map((sentAt) => now - sentAt);
      window.unanswered = ages.filter((ms) => ms > SAY_EVERY_MS).length;
      window.ackMs.push(...ages);
      return window;
    },
  };
}

function emptyWindow(): Window {
  return { ackMs: [], unanswered: 0, closed: 0, healthMs: [], peakBytes: 0, lastBytes: 0 };
}

async function timeHealth(url: string): Promise<number> {
  const from = performance.now();
  try {
    const signal = AbortSignal.timeout(HEALTH_WITHIN_MS);
    await (await fetch(`${url}/healthz`, { signal })).arrayBuffer();
  } catch {
    return HEALTH_WITHIN_MS;
  }
  return performance.now() - from;
}
