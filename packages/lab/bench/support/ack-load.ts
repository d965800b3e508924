import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

/** Visitors in a process of their own, who write and wait for their acks. */
export interface LoadOrder {
  url: string;
  /** Further nodes. The visitors are spread over all of them. */
  otherUrls?: string[];
  tokens: string[];
  /** The most unacknowledged messages of each visitor. */
  inFlight: number;
  seconds: number;
  /** Messages per second of all visitors; without it, each ack triggers the next message. */
  perSecond?: number;
}

export interface LoadResult {
  acks: number;
  /** All acks, including those of the warm-up. */
  acksInAll: number;
  seconds: number;
  latenciesMs: number[];
  /** Processor time of the visitors' process. */
  cpuSeconds: number;
  errors: number;
}

const MARK = 'ack-load';
const WARM_UP_MS = 1_000;

/** Whether this process is to be the visitors. The program calls it first. */
export function isLoadProcess(): boolean {
  return process.argv[2] === MARK;
}

export async function runLoad(program: string, order: LoadOrder): Promise<LoadResult> {
  const child = fork(fileURLToPath(program), [MARK], { serialization: 'advanced' });
  child.send(order);
  const [result] = (await once(child, 'message')) as [LoadResult];
  child.kill();
  return result;
}

export function serveLoad(): void {
  process.once('message', (order: LoadOrder) => {
    void carryOut(order).then((result) => process.send?.(result));
  });
}

async function carryOut(order: LoadOrder): Promise<LoadResult> {
  const result: LoadResult = {
    acks: 0,
    acksInAll: 0,
    seconds: 0,
    latenciesMs: [],
    cpuSeconds: 0,
    errors: 0,
  };
  let isCounting = false;
  const urls = [order.url, ...(order.otherUrls ?? [])];
  const visitors = await Promise.all(
    order.tokens.map((token, index) => open(urls[index % urls.length] ?? order.url, token)),
  );
  const content = 'How long does the delivery to Lyon take, and what does it cost? '.repeat(2);
  let nextId = 0;
  const run = `${Date.now().toString(36)}${process.pid}`;

  const speak = (visitor: Visitor): void => {
    const id = `${run}-${nextId++}`;
    visitor.sentAt.set(id, performance.now());
    visitor.socket.send(JSON.stringify({ type: 'msg', client_msg_id: id, content }));
  };
  for (const visitor of visitors) {
    visitor.socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as {
        type: string;
        client_msg_id?: string;
      };
      if (frame.type === 'error') result.errors++;
      if (frame.type !== 'ack') return;
      const sentAt = visitor.sentAt.get(frame.client_msg_id ?? '') ?? 0;
      visitor.sentAt.delete(frame.client_msg_id ?? '');
      result.acksInAll++;
      if (isCounting) {
        result.acks++;
        result.latenciesMs.push(performance.now() - sentAt);
      }
      if (order.perSecond === undefined) speak(visitor);
    });
  }

  if (order.perSecond === undefined) {
    for (const visitor of visitors) for (let n = 0; n < order.inFlight; n++) speak(visitor);
  }
  const pacing = order.perSecond === undefined ? null : pace(visitors, order.perSecond, speak);
  await sleep(WARM_UP_MS);
  isCounting = true;
  const from = performance.now();
  const cpuBefore = process.cpuUsage();
  await sleep(order.seconds * 1000);
  isCounting = false;
  result.seconds = (performance.now() - from) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  result.cpuSeconds = (cpu.user + cpu.system) / 1e6;
  pacing?.stop();
  for (const { socket } of visitors) socket.terminate();
  return result;
}

interface Visitor {
  socket: WebSocket;
  sentAt: Map<string, number>;
}

async function open(url: string, token: string): Promise<Visitor> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/widget?token=${token}`);
  await once(socket, 'message'); // the welcome
  return { socket, sentAt: new Map() };
}

/** Sends by the clock and not by the responses, so that a slow server gets the same load. */
function pace(
  visitors: Visitor[],
  perSecond: number,
  speak: (visitor: Visitor) => void,
): { stop(): void } {
  const from = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - from) / 1000) * perSecond);
    for (; sent < due; sent++) {
      const visitor = visitors[sent % visitors.length];
      if (visitor) speak(visitor);
    }
  }, 2);
  return { stop: () => clearInterval(timer) };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
