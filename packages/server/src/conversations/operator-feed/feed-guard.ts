import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../platform/clock';
import { CLOSE } from '../sockets/close-codes';
import { readFeedFrame } from './feed-frames';
import { FRAMES_BURST, FRAMES_PER_S, TokenBucket } from '../sockets/frame-budgets';
import { gatherWrites } from '../sockets/gathered-writes';
import { CLOSE_TIMEOUT_MS, closeSocket, retryIn } from '../sockets/socket-close';
import type { RunningWork } from '../../platform/event-loop/running-work';
import type { SocketUpkeep } from '../sockets/keepalive';

export interface FeedGuardOptions {
  clock: Clock;
  upkeep: SocketUpkeep;
  maxFrameBytes: number;
  running?: Pick<RunningWork, 'note'>;
  /** Session cookie of an upgrade, if it is accepted. */
  sessionOf?(request: IncomingMessage): string | null;
  /** Called when nes has accepted the hello of an upgrade's feed. */
  onOpen?(request: IncomingMessage): void;
}

const HELLO_WITHIN_MS = 5_000;
const HELLO_ANSWER_WITHIN_MS = 15_000;

/**
 * Protects nes 14.0.1 from operators' sockets. nes ends the process on a frame as small as `null`, accepts any
 * number of frames of any size, lets a `request` frame call any route with headers of the client's choice, and
 * ignores how much is unsent.
 */
export function guardFeeds(server: WebSocketServer, options: FeedGuardOptions): void {
  const limits = { maxPayload: options.maxFrameBytes, closeTimeout: CLOSE_TIMEOUT_MS };
  Object.assign(server.options, limits);
  server.prependListener('connection', (socket, request) => {
    const session = options.sessionOf?.(request) ?? null;
    guardFeed(socket, request.socket, session, options, () => options.onOpen?.(request));
  });
}

/** `new`: waits for a hello. `greeting`: waits for nes's response to it. */
type Phase = 'new' | 'greeting' | 'open';

function guardFeed(
  socket: WebSocket,
  connection: Duplex,
  session: string | null,
  { clock, upkeep, running }: FeedGuardOptions,
  onOpen: () => void,
): void {
  const frames = new TokenBucket(FRAMES_PER_S, FRAMES_BURST, clock());
  let phase: Phase = 'new';
  let deadline = setTimeout(
    () => closeSocket(socket, CLOSE.policy, 'hello expected'),
    HELLO_WITHIN_MS,
  );
  socket.once('close', () => clearTimeout(deadline));
  upkeep.add(socket, () => socket.terminate());

  const takeFrame = (): boolean => {
    // Closing: further frames are not read.
    if (socket.readyState !== socket.OPEN) socket.pause();
    else if (!frames.take(clock())) closeSocket(socket, CLOSE.flood, 'too many frames');
    return socket.readyState === socket.OPEN;
  };
  socket.on('ping', takeFrame);
  socket.on('pong', takeFrame);

  /** Returns the frame to pass to nes; null: none. */
  const receive = (data: Buffer, isBinary: boolean): string | null => {
    if (!takeFrame()) return null;
    const frame =
      isBinary || phase === 'greeting' ? null : readFeedFrame(data.toString('utf8'), session);
    running?.note(`operator frame ${frame?.kind === 'pass' ? frame.type : 'refused'}`);
    if (phase !== 'open') {
      if (frame?.kind === 'pass' && frame.type === 'hello') return greet(frame.text);
      closeSocket(socket, CLOSE.policy, 'hello expected');
      return null;
    }
    if (frame?.kind === 'pass') return frame.text;
    if (frame?.kind === 'refuse') write(frame.answer);
    else closeSocket(socket, isBinary ? CLOSE.unsupportedData : CLOSE.policy, 'invalid frame');
    return null;
  };

  const greet = (hello: string): string => {
    phase = 'greeting';
    clearTimeout(deadline);
    deadline = setTimeout(
      () => closeSocket(socket, CLOSE.overloaded, retryIn(5_000)),
      HELLO_ANSWER_WITHIN_MS,
    );
    return hello;
  };

  const emit = socket.emit.bind(socket);
  socket.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== 'message') return emit(event, ...args);
    const text = receive(...(args as [Buffer, boolean]));
    return text === null || emit('message', Buffer.from(text), false);
  };

  const send = socket.send.bind(socket) as (data: string) => void;
  const gather = gatherWrites(connection);
  const write = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    gather();
    send(text);
    upkeep.noteWrite(socket);
  };

  const writeBeforeOpen = (text: string): void => {
    const { type, statusCode } = JSON.parse(text) as { type: string; statusCode?: number };
    // nes pings every socket. Before the hello is accepted, a client's response would close its socket.
    if (type === 'ping') return;
    write(text);
    if (type !== 'hello') return;
    if (statusCode !== undefined) {
      // Refused. nes itself would keep the socket open and serve it.
      if (statusCode === 503) return closeSocket(socket, CLOSE.overloaded, retryIn(5_000));
      return closeSocket(socket, statusCode === 429 ? CLOSE.flood : CLOSE.policy, 'hello refused');
    }
    phase = 'open';
    clearTimeout(deadline);
    onOpen();
  };

  // nes awaits each write before the next one: a socket that isn't read would stall it. ws queues writes, and
  // the keepalive closes sockets with too much unsent.
  socket.send = ((text: string, ...rest: unknown[]) => {
    if (phase === 'open') write(text);
    else writeBeforeOpen(text);
    const callback = rest.at(-1);
    if (typeof callback === 'function') setImmediate(callback as () => void);
  }) as WebSocket['send'];
}
