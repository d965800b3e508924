import { expect, it } from 'vitest';
import { choose, type Candidate } from '../../../../src/conversations/inbox/assignment/candidates';

const TENANT = 'tenant';
const waiting: Parameters<typeof choose>[1] = {
  tenantId: TENANT,
  routingKey: null,
  releasedBy: null,
};

const candidate = (operatorId: string, more: Partial<Candidate> = {}): Candidate => ({
  operatorId,
  displayName: operatorId,
  tenantIds: [TENANT],
  routingKeys: [],
  free: 3,
  lastAssignedAt: 0,
  ...more,
});
const chosen = (candidates: Candidate[], conversation: Partial<typeof waiting> = {}) =>
  choose(candidates, { ...waiting, ...conversation })?.operatorId ?? null;

it('chooses who has the most room', () => {
  expect(chosen([candidate('a', { free: 2 }), candidate('b', { free: 5 })])).toBe('b');
});

it('chooses who has waited longest among equals', () => {
  const ofLate = candidate('late', { lastAssignedAt: 2_000 });
  expect(chosen([ofLate, candidate('early', { lastAssignedAt: 1_000 })])).toBe('early');
});

it('chooses no one without room', () => {
  expect(chosen([candidate('a', { free: 0 })])).toBeNull();
});

it('chooses only who answers the queue', () => {
  const lyon = candidate('lyon', { routingKeys: ['lyon'], free: 1 });
  const paris = candidate('paris', { routingKeys: ['paris'], free: 9 });
  expect(chosen([lyon, paris], { routingKey: 'lyon' })).toBe('lyon');
  expect(chosen([paris], { routingKey: 'lyon' })).toBeNull();
  expect(chosen([paris], { routingKey: null })).toBe('paris');
});

it('never chooses who has just given the conversation back', () => {
  const [a, b] = [candidate('a', { free: 9 }), candidate('b')];
  expect(chosen([a, b], { releasedBy: 'a' })).toBe('b');
  expect(chosen([a], { releasedBy: 'a' })).toBeNull();
});
