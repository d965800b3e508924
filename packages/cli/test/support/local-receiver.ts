import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, expressHandler, type CallbackEvent } from '@chat-relay/receiver-sdk';
import express from 'express';

export interface LocalReceiver {
  url: string;
  /** What its handlers ran for, in that order, those that came twice included. */
  events: CallbackEvent[];
  /** Why an answer wasn't 200; what `refuse` causes is left out. */
  errors: unknown[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

class Refused extends Error {}

/** A developer's backend: Express with the receiver SDK, that may go away and come back. */
export async function createLocalReceiver(
  secret: string,
  { refuse = () => false }: { refuse?: (event: CallbackEvent) => boolean } = {},
): Promise<LocalReceiver> {
  const events: CallbackEvent[] = [];
  const errors: unknown[] = [];
  const receiver = createReceiver({
    secrets: [secret],
    onError: (error) => void (error instanceof Refused || errors.push(error)),
    // A test for events that come twice must see them.
    idempotencyStore: { begin: () => 'new', commit: () => {}, release: () => {} },
  });
  receiver.on('*', (event) => {
    if (refuse(event)) throw new Refused();
    events.push(event);
  });
  const app = express();
  app.use(expressHandler(receiver));
  app.use(express.json());

  let server: Server | undefined;
  let port = 0;
  const local: LocalReceiver = {
    url: '',
    events,
    errors,
    start: async () => {
      server = createServer(app);
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      ({ port } = server.address() as AddressInfo);
      local.url = `http://127.0.0.1:${port}`;
    },
    stop: async () => {
      if (!server?.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  await local.start();
  return local;
}
