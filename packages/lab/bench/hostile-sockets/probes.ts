import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { atEnd } from '../support/at-end';
import { residentBytes } from '../support/process-figures';

/** Measurements of other visitors and of the monitoring during a time of the attack. */
export interface Window {
  /** Time from each message to its ack, or to the end of the measurement if it has none. */
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
const REOPEN_MS = 1_000;
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

  const say = (ws: WebSocket): void => {
    const id = `probe-${next++}`;
    waiting.set(id, performance.now());
    ws.send(JSON.stringify({ type: 'msg', client_msg_id: id, content: 'Where is my parcel?' }));
  };
  /** Opens a socket, resolves at the welcome, and reopens it whenever it is closed. */
  const open = (token: string): Promise<void> =>
    new Promise((resolve) => {
      const ws = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/widget?token=${token}`);
      let timer: NodeJS.Timeout | undefined;
      ws.on('error', () => undefined);
      ws.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as { type: string; client_msg_id?: string };
        if (frame.type === 'welcome') {
          timer = setInterval(() => say(ws), SAY_EVERY_MS);
          resolve();
        }
        const sentAt = waiting.get(frame.client_msg_id ?? '');
        if (frame.type !== 'ack' || sentAt === undefined) return;
        waiting.delete(frame.client_msg_id ?? '');
        seen.ackMs.push(performance.now() - sentAt);
      });
      ws.on('close', () => {
        clearInterval(timer);
        if (isOver) return;
        seen.closed++;
        setTimeout(() => void open(token), REOPEN_MS);
      });
      atEnd(() => ws.terminate());
    });

  for (const token of tokens) {
    await open(token);
    await wait(SAY_EVERY_MS / tokens.length);
  }
  atEnd(() => {
    isOver = true; // before they are closed
  });
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
