import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../support/at-end';
import { preciseNow } from '../support/callback-sink';

/** Tenants' backends in a process of their own, each at an origin of its own. */
export interface Backends {
  quickUrl: string;
  slowUrls: string[];
  /** `client_msg_id` → time at which the message's callback began to arrive at the quick backend. */
  takeArrivals(): Promise<Map<string, number>>;
}

interface Order {
  slow: number;
  delayMs: number;
}

const MARK = 'slow-backends';

/** Whether this process is to run the backends. The program calls it first. */
export function isBackendsProcess(): boolean {
  return process.argv[2] === MARK;
}

export async function startBackends(program: string, order: Order): Promise<Backends> {
  const child = fork(fileURLToPath(program), [MARK], { serialization: 'advanced' });
  atEnd(() => child.kill('SIGKILL'));
  const receive = async <T>() => ((await once(child, 'message')) as [T])[0];
  child.send(order);
  const [quickUrl = '', ...slowUrls] = await receive<string[]>();
  return {
    quickUrl,
    slowUrls,
    takeArrivals: async () => {
      const answer = receive<Map<string, number>>();
      child.send('take');
      return answer;
    },
  };
}

export function serveBackends(): void {
  process.on('disconnect', () => process.exit());
  process.once('message', ({ slow, delayMs }: Order) => void serve(slow, delayMs));
}

async function serve(slow: number, delayMs: number): Promise<void> {
  let arrivals = new Map<string, number>();
  const quick = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const at = preciseNow();
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { message } = JSON.parse(Buffer.concat(chunks).toString()) as {
      message?: { client_msg_id?: string };
    };
    if (message?.client_msg_id !== undefined) arrivals.set(message.client_msg_id, at);
    accept(res);
  };
  const late = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    req.resume();
    await wait(delayMs);
    accept(res);
  };
  const urls = [await listen(quick)];
  for (let n = 0; n < slow; n++) urls.push(await listen(late));
  process.on('message', () => {
    process.send?.(arrivals);
    arrivals = new Map();
  });
  process.send?.(urls);
}

function accept(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}');
}

async function listen(
  answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): Promise<string> {
  const server = createServer((req, res) => void answer(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
