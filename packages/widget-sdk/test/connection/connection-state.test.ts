import { expect, test } from 'vitest';
import {
  nextState,
  shownAs,
  type ConnectionEvent,
  type ConnectionState,
} from '../../src/connection/connection-state';

const STATES: ConnectionState[] = [
  'idle',
  'preparing',
  'connecting',
  'online',
  'waiting',
  'holding',
  'asleep',
  'stopped',
];
const EVENTS: ConnectionEvent[] = [
  'start',
  'ready',
  'welcome',
  'lost',
  'held',
  'refused',
  'due',
  'wake',
  'sleep',
  'stop',
  'drop',
  'move',
];

test('goes from nothing to online', () => {
  expect(nextState('idle', 'start')).toBe('preparing');
  expect(nextState('preparing', 'ready')).toBe('connecting');
  expect(nextState('connecting', 'welcome')).toBe('online');
});

test('stops from everywhere, and only start leads out', () => {
  for (const state of STATES) {
    if (state !== 'stopped') expect(nextState(state, 'stop')).toBe('stopped');
  }
  const ways = EVENTS.filter((event) => nextState('stopped', event));
  expect(ways).toEqual(['start', 'drop']);
});

test('starts over from everywhere', () => {
  for (const state of STATES) expect(nextState(state, 'drop')).toBe('idle');
});

test('lets nothing cut short a wait that the relay asked for', () => {
  const ways = EVENTS.filter((event) => nextState('holding', event));
  expect(ways).toEqual(['due', 'stop', 'drop']);
});

test.each<ConnectionState>(['preparing', 'connecting', 'online'])(
  'has an answer to every failure while %s',
  (state) => {
    expect(nextState(state, 'lost')).toBe('waiting');
    expect(nextState(state, 'held')).toBe('holding');
    expect(nextState(state, 'refused')).toBe('stopped');
    expect(nextState(state, 'sleep')).toBe('asleep');
    expect(nextState(state, 'start')).toBeUndefined();
  },
);

test('wakes from back-off and sleep, and never from idle', () => {
  expect(nextState('waiting', 'wake')).toBe('waiting');
  expect(nextState('asleep', 'wake')).toBe('waiting');
  expect(nextState('idle', 'wake')).toBeUndefined();
});

test('goes to another session while it has a socket or is getting one', () => {
  const ways = STATES.filter((state) => nextState(state, 'move') === 'preparing');
  expect(ways).toEqual(['preparing', 'connecting', 'online']);
  expect(STATES.filter((state) => nextState(state, 'move'))).toEqual(ways);
});

test('shows a connection that was there before as one that comes back', () => {
  expect(shownAs('preparing', 'idle')).toBe('connecting');
  expect(shownAs('waiting', 'connecting')).toBe('connecting');
  expect(shownAs('waiting', 'online')).toBe('reconnecting');
  expect(shownAs('asleep', 'reconnecting')).toBe('reconnecting');
  expect(shownAs('preparing', 'stopped')).toBe('connecting');
  expect(shownAs('stopped', 'online')).toBe('stopped');
});
