import type { ChatStatus } from '../types';

/**
 * The states of a connection:
 * - `idle`: not requested yet;
 * - `preparing`: getting a session, a token and the history;
 * - `connecting`: opening the socket, before `welcome`;
 * - `online`: after `welcome`;
 * - `waiting`: our own back-off, which ends early when the page wakes;
 * - `holding`: a wait that the relay asked for, which nothing shortens;
 * - `asleep`: the page is offline, frozen or long hidden, and no timer runs;
 * - `stopped`: the page or a final error of the relay ended it; only `start` leaves this state.
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
 * The events of a connection. `due` ends a wait, `drop` starts over, `move` closes the socket to use the session or
 * token that another tab has stored.
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

/** The state after `event`, or undefined if the event has no effect. */
export function nextState(
  state: ConnectionState,
  event: ConnectionEvent,
): ConnectionState | undefined {
  return TABLE[state][event];
}

/** The state that the page is shown. The first attempts are `connecting`, later ones `reconnecting`. */
export function shownAs(state: ConnectionState, before: ChatStatus): ChatStatus {
  if (state === 'idle' || state === 'online' || state === 'stopped') return state;
  return before === 'online' || before === 'reconnecting' ? 'reconnecting' : 'connecting';
}
