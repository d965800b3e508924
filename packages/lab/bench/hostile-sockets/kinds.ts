import { manyFrames, textFrame } from './client-frames';

/** Tokens of the attacker, who can create an account and visitor sessions as anyone can. */
export interface Loot {
  /** Token of an account that has no invitation. */
  consoleToken: string;
  /** Tokens of visitors whose sockets flood. */
  visitorTokens: string[];
  /** Tokens of visitors with long conversations. */
  longTokens: string[];
}

/** One way of being hostile. */
export interface Kind {
  name: string;
  count: number;
  /** The part of the WebSocket handshake that is sent. */
  handshake: 'whole' | 'half' | 'none';
  path(index: number): string;
  /** Sent once after the handshake. */
  opening: Buffer | null;
  /** Sent without pause, as fast as the relay reads. */
  flood: (() => Buffer) | null;
  /** Sent repeatedly with a pause. */
  repeated: { frame: Buffer; everyMs: number } | null;
  reads: 'all' | 'slowly' | 'nothing';
}

const CHUNK = 16 * 1024;
const FEED = '/api/v1/ws/console';
const WIDGET = '/api/v1/ws/widget';
const SOCKETS_PER_SESSION = 8;
const LONG_ID = 'x'.repeat(60);

/** All 200 of them, in kinds. */
export function hostileKinds(loot: Loot): Kind[] {
  const auth = { headers: { authorization: `Bearer ${loot.consoleToken}` } };
  const hello = textFrame(JSON.stringify({ type: 'hello', id: 1, version: '2', auth }));
  const call = { id: LONG_ID, path: '/', method: 'GET' };
  const requests = floodOf({ type: 'request', ...call });
  const messages = floodOf({ type: 'message', id: LONG_ID, message: LONG_ID });
  const widget = (tokens: string[]) => (index: number) =>
    `${WIDGET}?token=${tokens[Math.floor(index / SOCKETS_PER_SESSION) % tokens.length] ?? ''}`;
  const flooding = widget(loot.visitorTokens);
  const long = widget(loot.longTokens);
  const sync = textFrame('{"type":"sync","since":0}');

  return [
    kind('requests before hello', 25, { flood: requests }),
    kind('messages before hello', 15, { flood: messages }),
    kind('garbage before hello', 10, { flood: floodOf({ garbage: LONG_ID }) }),
    kind('requests after hello', 25, { opening: hello, flood: requests }),
    kind('pings after hello', 15, { opening: hello, flood: floodOf({ type: 'ping', id: 2 }) }),
    kind('visitors’ pings', 20, { path: flooding, flood: floodOf({ type: 'ping' }) }),
    kind('visitors’ messages', 20, { path: flooding, flood: floodOfMessages() }),
    kind('sync of a long conversation', 24, {
      path: long,
      repeated: { frame: sync, everyMs: 100 },
      reads: 'all',
    }),
    kind('slow readers of it', 16, {
      path: long,
      repeated: { frame: sync, everyMs: 1_000 },
      reads: 'slowly',
    }),
    kind('silent TCP', 10, { handshake: 'none' }),
    kind('half a handshake', 10, { handshake: 'half' }),
    kind('silent feeds', 5, {}),
    kind('no token', 5, { path: () => WIDGET, reads: 'all' }),
  ];
}

function kind(name: string, count: number, manner: Partial<Kind>): Kind {
  const quiet = { opening: null, flood: null, repeated: null, reads: 'nothing' } as const;
  return { name, count, handshake: 'whole', path: () => FEED, ...quiet, ...manner };
}

function floodOf(frame: object): () => Buffer {
  const chunk = manyFrames(CHUNK, () => frame);
  return () => chunk;
}

/** Messages with a new `client_msg_id` each. */
function floodOfMessages(): () => Buffer {
  let sent = 0;
  const content = 'What does it cost? '.repeat(50);
  return () =>
    manyFrames(CHUNK, () => ({ type: 'msg', client_msg_id: `${process.pid}-${sent++}`, content }));
}
