import { reconnectDelayMs, type Random } from './backoff';
import { nextState, type ConnectionEvent, type ConnectionState } from './connection-state';
import { ChatError } from './errors';
import type { ServerFrame, VisitorFrame } from './frames';
import { createTimers } from './timers';
import { closeVerdict, errorVerdict, type Verdict } from './verdict';
import { fromWire, type FromWire } from './wire';

/** A frame of the relay in the page's spelling. */
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
  /** Makes everything ready for a socket and gives its address; rejects with a `ChatError`. */
  prepare(): Promise<string>;
  onFrame(frame: Frame): void;
  onState(state: ConnectionState): void;
  onLoss(verdict: Verdict): void;
  /** The relay kept us for 5 s after `welcome`: it really accepts us. */
  onSettled(): void;
}

export interface Connection {
  start(): void;
  /** The page came back: probes an open socket, and shortens a back-off. */
  wake(): void;
  sleep(): void;
  stop(): void;
  drop(): void;
  /** Leaves the open socket for another. */
  move(): void;
  /** Asks the relay for a sign of life; without one within `deadlineMs` the socket is replaced. */
  probe(deadlineMs?: number): void;
  /** False when there is no socket to send on. */
  send(frame: VisitorFrame): boolean;
}

/** To `welcome`, not to `open`: a relay that accepts and then stays silent is no relay. */
const WELCOME_DEADLINE_MS = 10_000;
const SETTLE_MS = 5000;
const PROBE_DEADLINE_MS = 4000;
/** After a wake clients come back together too: spread them a little. */
const WAKE_SPREAD_MS = 300;

/** The life of one session's sockets, one at a time. */
export function createConnection(
  findWebSocket: () => WebSocketConstructor,
  handlers: ConnectionHandlers,
  random: Random = Math.random,
): Connection {
  const timers = createTimers();
  let state: ConnectionState = 'idle';
  let socket: WebSocketLike | null = null;
  let failures = 0;
  let drainWindowMs = 0;
  /** Tells an answer to the current attempt from one to an earlier attempt. */
  let epoch = 0;

  function dispatch(event: ConnectionEvent, delayMs = 0): boolean {
    const next = nextState(state, event);
    if (next === null) return false;
    epoch += 1;
    timers.clear();
    state = next;
    if (next !== 'connecting' && next !== 'online') discard();
    if (next === 'preparing') void prepare(epoch);
    if (next === 'waiting' || next === 'holding') timers.set('due', delayMs, () => dispatch('due'));
    handlers.onState(next);
    return true;
  }

  async function prepare(attempt: number) {
    try {
      const url = await handlers.prepare();
      if (attempt === epoch) open(url);
    } catch (cause) {
      if (attempt !== epoch) return;
      lose(errorVerdict(cause instanceof ChatError ? cause : new ChatError('network', { cause })));
    }
  }

  function open(url: string) {
    dispatch('ready');
    timers.set('welcome', WELCOME_DEADLINE_MS, () => lose({ kind: 'retry' }));
    socket = new (findWebSocket())(url);
    socket.onmessage = (event: { data: unknown }) => receive(event.data);
    socket.onclose = (event: { code: number; reason: string }) =>
      lose(closeVerdict(event.code, event.reason));
    socket.onerror = () => undefined; // `close` follows and says more
  }

  /** Lets go at once, without waiting for a closing handshake a dead network never finishes. */
  function discard() {
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  function lose(verdict: Verdict) {
    discard();
    handlers.onLoss(verdict);
    const { kind } = verdict;
    const isHint = kind === 'wait' || kind === 'spread';
    const delayMs = reconnectDelayMs({ verdict, failures, drainWindowMs }, random);
    dispatch(kind === 'stop' ? 'refused' : isHint ? 'held' : 'lost', delayMs);
    failures += 1;
    drainWindowMs = 0;
  }

  function receive(data: unknown) {
    timers.cancel('probe');
    // The relay is the authority on the shape of its frames.
    const frame = fromWire(String(data)) as Frame | null;
    if (!frame?.type) return;
    if (frame.type === 'welcome' && dispatch('welcome')) {
      timers.set('settled', SETTLE_MS, () => {
        failures = 0;
        handlers.onSettled();
      });
      beat(frame.heartbeat.intervalMs, frame.heartbeat.timeoutMs);
    }
    if (frame.type === 'reconnect') drainWindowMs = frame.withinMs;
    handlers.onFrame(frame);
  }

  function beat(intervalMs: number, timeoutMs: number) {
    timers.set('beat', intervalMs, () => {
      probe(timeoutMs);
      beat(intervalMs, timeoutMs);
    });
  }

  function probe(deadlineMs = PROBE_DEADLINE_MS) {
    if (!send({ type: 'ping' })) return;
    const askedAt = Date.now();
    timers.set('probe', deadlineMs, () => {
      // A timer this late means that the page slept: its silence says nothing about the socket.
      if (Date.now() - askedAt > 2 * deadlineMs) probe();
      else lose({ kind: 'retry' });
    });
  }

  function send(frame: VisitorFrame): boolean {
    if (state !== 'online' || !socket) return false;
    try {
      socket.send(JSON.stringify(frame));
      return true;
    } catch {
      return false; // closing already; `close` follows
    }
  }

  return {
    start: () => void dispatch('start'),
    wake() {
      if (state === 'online') probe();
      else dispatch('wake', random() * WAKE_SPREAD_MS);
    },
    sleep: () => void dispatch('sleep'),
    stop: () => void dispatch('stop'),
    drop() {
      failures = 0;
      dispatch('drop');
    },
    move() {
      if (state === 'online') dispatch('lost');
    },
    probe,
    send,
  };
}
