import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReceivedEvent } from './bot-backend';

/** One streamed answer of a tenant's backend, which the test writes line by line. */
export interface StreamedReply {
  event: ReceivedEvent;
  /** The request's `accept` header. */
  accept: string | undefined;
  line(value: object): void;
  raw(text: string): void;
  /** Ends the response properly. */
  end(): void;
  /** Breaks the connection. */
  breakOff(): void;
  /** Resolves when the relay has closed the connection, or the response has ended. */
  closed: Promise<void>;
}

export interface StreamingBackend {
  url: string;
  /** The next `message-received`, in order. */
  next(): Promise<StreamedReply>;
  close(): Promise<void>;
}

/** A tenant's backend that answers `message-received` with lines. */
export async function startStreamingBackend(): Promise<StreamingBackend> {
  const replies: StreamedReply[] = [];
  const waiting: ((reply: StreamedReply) => void)[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedEvent;
      if (event.event !== 'message-received') return res.end('{"received":true}');
      res.writeHead(200, { 'content-type': 'application/x-ndjson' });
      res.flushHeaders();
      const reply = replyOf(event, req.headers.accept, res);
      const wanted = waiting.shift();
      if (wanted) wanted(reply);
      else replies.push(reply);
      return undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => {
      const known = replies.shift();
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.push(resolve));
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function replyOf(
  event: ReceivedEvent,
  accept: string | undefined,
  res: ServerResponse,
): StreamedReply {
  return {
    event,
    accept,
    line: (value) => void res.write(`${JSON.stringify(value)}\n`),
    raw: (text) => void res.write(text),
    end: () => void res.end(),
    breakOff: () => void res.destroy(),
    closed: new Promise((resolve) => res.on('close', () => resolve())),
  };
}
