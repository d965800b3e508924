import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, expressHandler, type CallbackEvent } from '@chat-relay/receiver-sdk';
import express from 'express';

export interface LocalReceiver {
  url: string;
  /** Events whose handlers ran, in that order, repeats included. */
  events: CallbackEvent[];
  /** Reasons for responses other than 200, except those that `refuse` causes. */
  errors: unknown[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

class Refused extends Error {}

/** A developer's backend on Express and the receiver SDK, which can stop and start again. */
export async function createLocalReceiver(
  secret: string,
  { refuse = () => false }: { refuse?: (event: CallbackEvent) => boolean } = {},
): Promise<LocalReceiver> {
  const events: CallbackEvent[] = [];
  const errors: unknown[] = [];
  const receiver = createReceiver({
    secrets: [secret],
    onError: (error) => void (error instanceof Refused || errors.push(error)),
    // Disables the SDK's memory of events, so that the test sees repeats.
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
