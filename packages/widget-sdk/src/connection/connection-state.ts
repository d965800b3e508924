import type { ChatStatus } from '../types';

/**
 * Where a connection is:
 * - `idle`: nobody asked for one yet;
 * - `preparing`: getting a session, a token and the history;
 * - `connecting`: socket under way, `welcome` not yet seen;
 * - `online`: `welcome` seen;
 * - `waiting`: our own back-off, which a wake of the page may cut short;
 * - `holding`: a wait the relay asked for, which nothing cuts short;
 * - `asleep`: the page is offline, frozen or long hidden, and no timer runs;
 * - `stopped`: by the page or by the relay's refusal; only `start` leads out.
 */
export type ConnectionState =
  | 'idle'
  | 'preparing'
  | 'connecting'
  | 'online'
  | 'waiting'
  | 'holding'
  | 'asleep'
  | 'stopped';

/**
 * What can happen to a connection. `due` is the end of a wait, `drop` goes back to the beginning,
 * `move` leaves what is open, or on its way, for what another tab has stored.
 */
export type ConnectionEvent =
  | 'start'
  | 'ready'
  | 'welcome'
  | 'lost'
  | 'held'
  | 'refused'
  | 'due'
  | 'wake'
  | 'sleep'
  | 'stop'
  | 'drop'
  | 'move'
  | 'rest';

type Row = Partial<Record<ConnectionEvent, ConnectionState>>;

const ENDING: Row = { stop: 'stopped', drop: 'idle' };
const ACTIVE: Row = {
  ...ENDING,
  lost: 'waiting',
  held: 'holding',
  refused: 'stopped',
  sleep: 'asleep',
  move: 'preparing',
};

const TABLE: Readonly<Record<ConnectionState, Row>> = {
  idle: { ...ENDING, start: 'preparing' },
  preparing: { ...ACTIVE, ready: 'connecting' },
  connecting: { ...ACTIVE, welcome: 'online' },
  online: ACTIVE,
  waiting: { ...ENDING, due: 'preparing', start: 'preparing', wake: 'waiting', sleep: 'asleep' },
  holding: { ...ENDING, due: 'preparing' },
  asleep: { ...ENDING, wake: 'waiting', start: 'preparing' },
  stopped: { drop: 'idle', start: 'preparing', rest: 'idle' },
};

/** The state after `event`, or undefined where the event means nothing. */
export function nextState(
  state: ConnectionState,
  event: ConnectionEvent,
): ConnectionState | undefined {
  return TABLE[state][event];
}

/** What a page is shown of a state, after what it was shown before. */
export function shownAs(state: ConnectionState, before: ChatStatus): ChatStatus {
  if (state === 'idle' || state === 'online' || state === 'stopped') return state;
  return before === 'online' || before === 'reconnecting' ? 'reconnecting' : 'connecting';
}
