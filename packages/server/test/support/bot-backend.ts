import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  event: string;
  event_id: string;
  owner: string;
  owner_epoch: number;
  message: { content: string };
  [field: string]: unknown;
}

export interface BotBackend {
  url: string;
  received: ReceivedEvent[];
  close(): Promise<void>;
}

/** A tenant's backend that answers each callback with what `answer` gives: a body, or a status. */
export async function startBotBackend(
  answer: (event: ReceivedEvent) => unknown,
): Promise<BotBackend> {
  const received: ReceivedEvent[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedEvent;
      received.push(event);
      const given = answer(event);
      if (typeof given === 'number') return res.writeHead(given).end();
      return res.end(typeof given === 'string' ? given : JSON.stringify(given));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
