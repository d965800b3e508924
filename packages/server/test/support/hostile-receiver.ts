import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createReceiver, type SecretsLookup } from '@chat-relay/receiver-sdk';

interface Misdeed {
  /** The outcome in the relay's log. */
  outcome: string;
  /** Whether the handler runs and only the response is wrong. */
  isHandled: boolean;
  /** Whether the attempt ends only by the relay's timeout. */
  isEndless?: true;
  /** The request is handled twice, and the second response is sent. */
  isDoubled?: true;
  /** @param said the proper response, as bytes */
  answer(socket: Socket, said: Buffer): void;
}

const HEAD = 'HTTP/1.1 200 OK\r\n';
const TEN_MB = Buffer.alloc(10_000_000, 'x');

/** Faults of a receiver, by description, with the outcome of the attempt that meets one. */
export const MISDEEDS = {
  'hangs before its headers': {
    outcome: 'timeout',
    isHandled: false,
    isEndless: true,
    answer() {},
  },
  'hangs after its headers': {
    outcome: 'timeout',
    isHandled: true,
    isEndless: true,
    answer: (socket) => socket.write(`${HEAD}content-length: 20\r\n\r\n`),
  },
  'drips its headers': {
    outcome: 'timeout',
    isHandled: false,
    isEndless: true,
    answer: (socket) => drip(socket, HEAD, 'x-a: b\r\n'),
  },
  'drips a body': {
    outcome: 'timeout',
    isHandled: true,
    isEndless: true,
    answer: (socket) => drip(socket, `${HEAD}content-length: 100000\r\n\r\n`, '.'),
  },
  'drips interim answers': {
    outcome: 'timeout',
    isHandled: false,
    isEndless: true,
    answer: (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  },
  'floods with interim answers': {
    outcome: 'protocol',
    isHandled: false,
    answer: (socket) => flood(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'),
  },
  'floods with empty lines': {
    outcome: 'protocol',
    isHandled: false,
    answer: (socket) => flood(socket, '', '\r\n'),
  },
  'floods with the extension of a chunk': {
    outcome: 'protocol',
    isHandled: true,
    answer: (socket) => flood(socket, `${HEAD}transfer-encoding: chunked\r\n\r\n1;`, 'a'),
  },
  'answers 10 MB': {
    outcome: 'status_200',
    isHandled: true,
    answer: (socket) => {
      socket.write(`${HEAD}content-length: ${TEN_MB.length}\r\n\r\n`);
      socket.write(TEN_MB);
    },
  },
  'answers with a gzip bomb': {
    outcome: 'status_200',
    isHandled: true,
    answer: (socket) => {
      const bomb = gzipSync(TEN_MB);
      socket.write(`${HEAD}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
  },
  'answers with huge headers': {
    outcome: 'protocol',
    isHandled: true,
    answer: (socket) => socket.write(`${HEAD}x: ${'a'.repeat(100_000)}\r\n\r\n`),
  },
  'answers garbage': {
    outcome: 'protocol',
    isHandled: false,
    answer: (socket) => socket.write(Buffer.from('00ff10SSH-2.0-OpenSSH_9.2\r\n', 'latin1')),
  },
  'answers twice': {
    outcome: 'status_200',
    isHandled: true,
    answer: (socket, said) => socket.write(Buffer.concat([said, said])),
  },
  'answers of two lengths': {
    outcome: 'protocol',
    isHandled: true,
    answer: (socket) => socket.write(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nok!`),
  },
  resets: { outcome: 'reset', isHandled: true, answer: (socket) => socket.resetAndDestroy() },
  'closes without a word': { outcome: 'reset', isHandled: false, answer: (socket) => socket.end() },
  'closes in the middle of its body': {
    outcome: 'reset',
    isHandled: true,
    answer: (socket) => socket.end(`${HEAD}content-length: 100\r\n\r\nhalf`),
  },
  'switches to another protocol': {
    outcome: 'reset',
    isHandled: false,
    answer: (socket) =>
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
      ),
  },
  'redirects into its own network': {
    outcome: 'status_307',
    isHandled: false,
    answer: (socket) =>
      socket.write(
        `HTTP/1.1 307 Temporary Redirect\r\ncontent-length: 0\r\n` +
          `location: http://127.0.0.1:${socket.localPort}/stray\r\n\r\n`,
      ),
  },
  'asks for a pause of centuries': {
    outcome: 'status_503',
    isHandled: false,
    answer: (socket) =>
      socket.write(
        'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 99999999999\r\n\r\n',
      ),
  },
  'gets each request twice': {
    outcome: 'status_401',
    isHandled: true,
    isDoubled: true,
    answer: (socket, said) => socket.write(said),
  },
} as const satisfies Record<string, Misdeed>;

export type MisdeedName = keyof typeof MISDEEDS;
export const MISDEED_NAMES = Object.keys(MISDEEDS) as MisdeedName[]; // they are the literal's

/** An event as the tenant's own code got it. */
export interface Handled {
  tenantId: string;
  conversationId: string;
  sequence: number;
  eventId: string;
}

export interface HostileReceiverOptions {
  secretsFor: SecretsLookup;
  now?: () => number;
  /** Asked for each request, by the event in it. Null: does right. */
  choose(event: Handled): MisdeedName | null;
}

export interface HostileReceiver {
  url: string;
  /** Every event whose handlers ran, in that order. */
  handled: Handled[];
  /** How many requests came. */
  requests(): number;
  /** Requests to any path that is no callback's: must stay 0. */
  strays(): number;
  /** Conversations that two requests were open for at once: must stay empty. */
  overlaps: string[];
  /** Open sockets that carried a request. The relay's pool may open one more ahead of time. */
  openSockets(): number;
  close(): Promise<void>;
}

/** A tenant's backend on the receiver SDK, behind a server that does each wrong thing on demand. */
export async function startHostileReceiver(
  options: HostileReceiverOptions,
): Promise<HostileReceiver> {
  const { secretsFor, now, choose } = options;
  const handled: Handled[] = [];
  const overlaps: string[] = [];
  const open = new Map<string, Socket>();
  const sockets = new Set<Socket>();
  let requests = 0;
  let strays = 0;
  const receiver = createReceiver({ secretsFor, now, onError: () => undefined });
  receiver.on('*', (event) => void handled.push(handledOf(event)));

  async function respond(socket: Socket, { path, headers, body }: RawRequest): Promise<void> {
    requests++;
    if (!path.includes('/chat-callbacks/')) return void strays++;
    const event = handledOf(JSON.parse(body.toString()) as Parameters<typeof handledOf>[0]);
    const before = open.get(event.conversationId);
    if (before && !before.destroyed && before !== socket) overlaps.push(event.conversationId);
    open.set(event.conversationId, socket);
    const name = choose(event);
    const misdeed: Misdeed | null = name && MISDEEDS[name];
    const receive = () => receiver.receive({ path, headers, body });
    let said = misdeed?.isHandled === false ? { status: 0, body: {} } : await receive();
    if (misdeed?.isDoubled) said = await receive();
    if (socket.destroyed) return;
    const bytes = answerOf(said);
    if (misdeed) misdeed.answer(socket, bytes);
    else socket.write(bytes);
    if (!misdeed || !('isEndless' in misdeed)) open.delete(event.conversationId);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    readRequests(socket, (request) => void respond(socket, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handled,
    requests: () => requests,
    strays: () => strays,
    overlaps,
    openSockets: () => [...sockets].filter(({ bytesRead }) => bytesRead > 0).length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface RawRequest {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Parses as much of HTTP as the relay sends: requests one after another, each with a `content-length`. */
function readRequests(socket: Socket, onRequest: (request: RawRequest) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1) return;
    const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(':');
        return [name.toLowerCase(), value.join(':').trim()];
      }),
    );
    const length = Number(headers['content-length']);
    if (bytes.length < end + 4 + length) return;
    const body = bytes.subarray(end + 4, end + 4 + length);
    bytes = bytes.subarray(end + 4 + length);
    onRequest({ path: first.split(' ')[1] ?? '', headers, body });
  });
}

function handledOf(event: {
  tenant_id: string;
  conversation_id: string;
  sequence: number;
  event_id: string;
}): Handled {
  const { tenant_id: tenantId, conversation_id: conversationId, sequence } = event;
  return { tenantId, conversationId, sequence, eventId: event.event_id };
}

function answerOf({ status, body }: { status: number; body: object }): Buffer {
  const json = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} -\r\ncontent-type: application/json\r\n`;
  return Buffer.from(`${head}content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`);
}

function drip(socket: Socket, start: string, drop: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.on('close', () => clearInterval(timer));
}

/** Writes `drop` again and again, as fast as the other side reads. */
function flood(socket: Socket, start: string, drop: string): void {
  const wave = Buffer.from(drop.repeat(Math.ceil(65_536 / drop.length)));
  const pour = (): void => {
    while (!socket.destroyed && socket.write(wave));
    if (!socket.destroyed) socket.once('drain', pour);
  };
  socket.write(start);
  pour();
}
