import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  MISDEED_NAMES,
  startHostileReceiver,
  type MisdeedName,
} from '../../../server/test/support/hostile-receiver';

/** A tenant's backend in a process of its own; it answers at once, or never under /hang. */
export interface CallbackSink {
  url: string;
  /** A second address, which misbehaves in another way for each tenant. */
  hostileUrl: string;
  /** Returns event id → time of arrival, and forgets the events. */
  takeArrivals(): Promise<Map<string, number>>;
  close(): Promise<void>;
}

const MARK = 'callback-sink';

/** Milliseconds on a clock that both processes read alike, finer than a millisecond. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** To be called first by the program that starts sinks: true if this process is to be one. */
export function isSinkProcess(): boolean {
  return process.argv[2] === MARK;
}

export async function startCallbackSink(program: string): Promise<CallbackSink> {
  const child = fork(fileURLToPath(program), [MARK], { serialization: 'advanced' });
  const receive = async <T>() => ((await once(child, 'message')) as [T])[0];
  const { url, hostileUrl } = await receive<{ url: string; hostileUrl: string }>();
  return {
    url,
    hostileUrl,
    takeArrivals: async () => {
      const answer = receive<Map<string, number>>();
      child.send('take');
      return answer;
    },
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

export async function runSink(): Promise<void> {
  let arrivals = new Map<string, number>();

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const at = preciseNow();
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { event_id: string };
    arrivals.set(body.event_id, at);
    if (req.url?.startsWith('/hang')) return;
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}');
  };

  const misdeeds = new Map<string, MisdeedName | undefined>();
  const hostile = await startHostileReceiver({
    secretsFor: (tenantId) => [`ts_${tenantId}`],
    choose: ({ tenantId }) => {
      if (!misdeeds.has(tenantId)) misdeeds.set(tenantId, MISDEED_NAMES[misdeeds.size]);
      return misdeeds.get(tenantId) ?? null;
    },
  });
  const server = createServer((req, res) => void serve(req, res));
  server.listen(0, '127.0.0.1', () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.send?.({ url, hostileUrl: hostile.url });
  });
  process.on('message', () => {
    process.send?.(arrivals);
    arrivals = new Map();
  });
  process.on('disconnect', () => process.exit());
}
