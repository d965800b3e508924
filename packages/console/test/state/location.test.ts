import { expect, test } from 'vitest';
import { paramsOf } from '../../src/state/location';

test('an address gives the parts that the pattern names', () => {
  expect(paramsOf('/console/tenants/:tenant/:tab?', '/console/tenants/a/bot')).toEqual({
    tenant: 'a',
    tab: 'bot',
  });
  expect(paramsOf('/console/callbacks/:event', '/console/callbacks/a%2Fb')).toEqual({
    event: 'a/b',
  });
});

test('only a part with a question mark may be missing', () => {
  expect(paramsOf('/console/tenants/:tenant/:tab?', '/console/tenants/a')).toEqual({ tenant: 'a' });
  expect(paramsOf('/console/callbacks/:event', '/console/callbacks')).toBeNull();
});

test('another address, a longer or a shorter one, is no match', () => {
  expect(paramsOf('/console/people/:tab?', '/console/system/members')).toBeNull();
  expect(paramsOf('/console/people/:tab?', '/console/people/members/more')).toBeNull();
  expect(paramsOf('/console/reports', '/console')).toBeNull();
});
