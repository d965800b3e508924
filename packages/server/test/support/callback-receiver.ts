import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, type SecretsLookup } from '@chat-relay/receiver-sdk';

/** One request that came in. */
export interface Arrival {
  tenantId: string;
  conversationId: string;
  sequence: number;
  eventId: string;
  event: string;
  path: string;
  timestampMs: number;
  /** The trace of the request. */
  traceparent: string | null;
  /** Status of the response; 0 before it, and if the connection was cut. */
  status: number;
}

/** `ok` responds as the SDK decides. `reset` cuts the socket after the handlers ran. */
export type Behaviour = 'ok' | 'error' | 'reset' | 'hang';

export interface CallbackReceiverOptions {
  secretsFor: SecretsLookup;
  now?: () => number;
  behave?: (arrival: Arrival) => Behaviour | Promise<Behaviour>;
}

export interface CallbackReceiver {
  /** The address without any path. */
  url: string;
  arrivals: Arrival[];
  /** Errors of requests that the SDK refused. Must stay empty: the relay signs correctly. */
  refusals: unknown[];
  /** Conversations that two requests were open for at once: must stay empty. */
  overlaps: string[];
  /** The most requests of a tenant that were open at the same time. */
  peakOf(tenantId: string): number;
  close(): Promise<void>;
}

/** A tenant's backend built on the receiver SDK that misbehaves on demand. */
export async function startCallbackReceiver(
  options: CallbackReceiverOptions,
): Promise<CallbackReceiver> {
  const { secretsFor, now, behave = () => 'ok' } = options;
  const arrivals: Arrival[] = [];
  const refusals: unknown[] = [];
  const overlaps: string[] = [];
  const open = new Map<string, number>();
  const peaks = new Map<string, number>();
  const receiver = createReceiver({ secretsFor, now, onError: (error) => refusals.push(error) });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await readBody(req);
    const arrival = arrivalOf(req, body);
    arrivals.push(arrival);
    const { tenantId, conversationId } = arrival;
    if (count(open, conversationId, 1) > 1) overlaps.push(conversationId);
    peaks.set(tenantId, Math.max(peaks.get(tenantId) ?? 0, count(open, tenantId, 1)));
    const behaviour = await behave(arrival);
    const said = await receiver.receive({ path: arrival.path, headers: req.headers, body });
    count(open, conversationId, -1);
    count(open, tenantId, -1);

    if (behaviour === 'hang') return;
    if (behaviour === 'reset') {
      req.socket.resetAndDestroy();
      return;
    }
    arrival.status = behaviour === 'error' ? 500 : said.status;
    res.writeHead(arrival.status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(said.body));
  }

  const server = createServer((req, res) => void answer(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    refusals,
    overlaps,
    peakOf: (tenantId) => peaks.get(tenantId) ?? 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function arrivalOf(req: IncomingMessage, body: Buffer): Arrival {
  const event = JSON.parse(body.toString()) as Record<string, unknown>;
  return {
    tenantId: String(event['tenant_id']),
    conversationId: String(event['conversation_id']),
    sequence: Number(event['sequence']),
    eventId: String(event['event_id']),
    event: String(event['event']),
    path: req.url ?? '',
    timestampMs: Number(req.headers['x-service-timestamp']),
    traceparent: req.headers['traceparent']?.toString() ?? null,
    status: 0,
  };
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): number {
  const value = (counts.get(key) ?? 0) + change;
  counts.set(key, value);
  return value;
}
