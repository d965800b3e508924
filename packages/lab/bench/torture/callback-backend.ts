import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createReceiver } from '@chat-relay/receiver-sdk';
import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import type { History } from './history';

export interface CallbackBackend {
  url: string;
  useSecret(secret: string): void;
  /** Holds all answers back for a while. */
  stall(ms: number): void;
  close(): Promise<void>;
}

/** A tenant's backend on the receiver SDK. It outlives the relay, and writes down all that comes. */
export async function startCallbackBackend(history: History): Promise<CallbackBackend> {
  let secret = 'ts_unknown';
  let stalledUntil = 0;
  const receiver = createReceiver({
    secretsFor: () => [secret],
    onError: (error) => history.surprises.push(`a callback was refused: ${String(error)}`),
  });
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      void answer(body).catch((error: unknown) => history.surprises.push(String(error)));
    });

    // A request that was cut off has not arrived: the relay gets no response and sends the event again.
    const answer = async (body: Buffer): Promise<void> => {
      await wait(Math.max(0, stalledUntil - Date.now()));
      const said = await receiver.receive({ path: req.url ?? '', headers: req.headers, body });
      if (said.status === 200) note(history, body);
      res.writeHead(said.status, { 'content-type': 'application/json' });
      res.end(JSON.stringify(said.body));
    };
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    useSecret: (value) => {
      secret = value;
    },
    stall: (ms) => {
      stalledUntil = Date.now() + ms;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function note(history: History, body: Buffer): void {
  const event = JSON.parse(body.toString()) as {
    conversation_id: string;
    sequence: number;
    event_id: string;
  };
  history.arrivals.push({
    conversationId: event.conversation_id,
    sequence: event.sequence,
    eventId: event.event_id,
    bodySha256: sha256Hex(body),
  });
}
