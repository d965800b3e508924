import { reconnectDelayMs } from './backoff';
import { closeError, spreadMs } from './close-error';
import { nextState, type ConnectionEvent, type ConnectionState } from './connection-state';
import { ChatError, isOutlived, networkError } from '../errors';
import type { ServerFrame, VisitorFrame } from '../frames';
import { createTimers } from './timers';
import { fromWire, type FromWire } from './wire';
import { toJson } from '../page-proof';

/** A frame of the relay with camelCase keys. */
export type Frame = FromWire<ServerFrame>;

/** The part of a WebSocket this client uses; the browser's and `ws`'s both fit. */
export interface WebSocketLike {
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
  send(data: string): void;
  close(): void;
}

/** A WebSocket class. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

export interface ConnectionHandlers {
  /** Prepares a socket and returns its address; rejects with a `ChatError`. */
  prepare(): Promise<string>;
  onFrame(frame: Frame): void;
  onState(state: ConnectionState): void;
  /** `isFinal`: retrying can't help. `losses`: the number of losses in a row, including this one. */
  onLoss(error: ChatError, isFinal: boolean, losses: number): void;
  /** The socket stayed open for 5 s after `welcome`, so the relay accepts this client. */
  onSettled(): void;
}

export interface Connection {
  /** Sends an event of the page or the chat; ignored if the state has no use for it. */
  dispatch(event: 'start' | 'stop' | 'sleep' | 'drop' | 'move' | 'rest'): void;
  /** Reacts to the page's return: probes an open socket, or shortens a back-off. */
  wake(): void;
  /** Checks the socket with a ping; without any frame within `deadlineMs` the socket is replaced. */
  probe(deadlineMs?: number): void;
  /** Sends a frame; false if there is no socket. */
  send(frame: VisitorFrame): boolean;
}

/** The deadline is for `welcome`, not for `open`: a relay that accepts and stays silent is not usable. */
const WELCOME_DEADLINE_MS = 10_000;
const SETTLE_MS = 5000;
const PROBE_DEADLINE_MS = 4000;
/** After a wake, many clients come back together: a random delay spreads them a little. */
const WAKE_SPREAD_MS = 300;

/** The sockets of one session, one at a time. */
export function createConnection(
  WebSocket: WebSocketConstructor,
  handlers: ConnectionHandlers,
): Connection {
  const timers = createTimers();
  let state: ConnectionState = 'idle';
  let socket: WebSocketLike | null = null;
  let failures = 0;
  /** The time over which the relay asked its clients to spread their return. */
  let spreadOverMs = 0;
  let heartbeat: Extract<Frame, { type: 'welcome' }>['heartbeat'] | undefined;
  /** Counts attempts, so that the result of an earlier attempt is ignored. */
  let epoch = 0;

  /** `delayMs`: the length of the wait that this event begins, if it begins one. */
  function dispatch(event: ConnectionEvent, delayMs?: number) {
    const next = nextState(state, event);
    if (!next) return;
    epoch += 1;
    timers.clear();
    state = next;
    if (next !== 'connecting' && next !== 'online') discard();
    if (next === 'preparing') void prepare(epoch);
    if (delayMs !== undefined) timers.set('due', delayMs, () => dispatch('due'));
    handlers.onState(next);
  }

  async function prepare(attempt: number) {
    try {
      const url = await handlers.prepare();
      if (attempt === epoch) open(url);
    } catch (cause) {
      if (attempt === epoch) lose(cause);
    }
  }

  function open(url: string) {
    socket = new WebSocket(url);
    socket.onmessage = (event: { data: unknown }) => receive(event.data);
    socket.onclose = ({ code, reason }: { code: number; reason: string }) => {
      spreadOverMs = spreadMs(reason) || spreadOverMs;
      lose(closeError(code, reason, state === 'connecting'));
    };
    socket.onerror = () => undefined; // `close` follows with details
    dispatch('ready');
    timers.set('welcome', WELCOME_DEADLINE_MS, () => lose());
  }

  /** Abandons the socket at once: on a dead network a closing handshake never finishes. */
  function discard() {
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  function lose(cause?: unknown) {
    const error = cause instanceof ChatError ? cause : networkError(cause);
    const isFinal = !error.retryable && !isOutlived(error);
    const isAsked = error.retryAfterMs || spreadOverMs;
    const delayMs = reconnectDelayMs(error, failures, spreadOverMs);
    failures += 1;
    spreadOverMs = 0;
    discard();
    handlers.onLoss(error, isFinal, failures);
    if (isFinal) dispatch('refused');
    else dispatch(isAsked ? 'held' : 'lost', delayMs);
  }

  function receive(data: unknown) {
    timers.cancel('probe');
    // The relay guarantees the shape of its frames.
    const frame = fromWire(String(data)) as Frame | null;
    if (!frame?.type) return;
    if (frame.type === 'welcome') {
      dispatch('welcome');
      if (!socket) return;
      timers.set('settled', SETTLE_MS, () => {
        failures = 0;
        handlers.onSettled();
      });
      heartbeat = frame.heartbeat;
      spreadOverMs = 0;
    }
    // Silence triggers a probe; every received frame shows that the socket works.
    if (heartbeat) timers.set('beat', heartbeat.intervalMs, () => probe(heartbeat?.timeoutMs));
    if (frame.type === 'reconnect') spreadOverMs = frame.withinMs;
    handlers.onFrame(frame);
  }

  function probe(deadlineMs = PROBE_DEADLINE_MS) {
    if (timers.has('probe') || !send({ type: 'ping' })) return;
    const askedAt = Date.now();
    timers.set('probe', deadlineMs, () => {
      // A timer this late means that the page slept: its silence says nothing about the socket.
      if (Date.now() - askedAt > 2 * deadlineMs) probe();
      else lose();
    });
  }

  function send(frame: VisitorFrame): boolean {
    if (state !== 'online') return false;
    try {
      socket?.send(toJson(frame));
      return true;
    } catch {
      return false; // closing already; `close` follows
    }
  }

  return {
    dispatch,
    wake() {
      if (state === 'online') probe();
      else dispatch('wake', Math.random() * WAKE_SPREAD_MS);
    },
    probe,
    send,
  };
}
