import { describe, expect, it } from 'vitest';
import {
  fetchQuery,
  fits,
  inboxAddress,
  readFilter,
  VIEWS,
  type View,
} from '../../src/inbox/model/filter';
import { buildRow, ME, SAM, TENANT } from '../../../desk/test/support/desk-fixtures';

describe('a filter', () => {
  it.each([
    [{}, { view: 'open', tenantId: '', tag: '', query: '' }],
    [{ status: 'resolved' }, { view: 'resolved', tenantId: '', tag: '', query: '' }],
    [
      { status: 'WAITING', q: 'colis' },
      { view: 'waiting', tenantId: '', tag: '', query: 'colis' },
    ],
    [
      { assigned: 'me', tenant: 't1' },
      { view: 'mine', tenantId: 't1', tag: '', query: '' },
    ],
    [{ status: '<script>' }, { view: 'open', tenantId: '', tag: '', query: '' }],
  ])('is read from %j', (query, expected) => {
    expect(readFilter(query)).toEqual(expected);
  });

  it.each(['open', 'mine', 'waiting', 'snoozed', 'bot', 'resolved', 'all'] as const)(
    'is the same after a way through the address (%s)',
    (view) => {
      const filter = { view, tenantId: TENANT, tag: 'À rappeler & plus', query: 'où est & quoi ?' };
      const { searchParams, pathname } = new URL(inboxAddress(filter, 'abc'), 'http://relay');
      expect(readFilter(Object.fromEntries(searchParams))).toEqual(filter);
      expect(pathname).toBe('/console/inbox/abc');
    },
  );

  it('fetches nothing for what is active, and a page for everything else', () => {
    expect(fetchQuery({ view: 'open', tenantId: TENANT, tag: '', query: '' })).toBeNull();
    expect(fetchQuery({ view: 'resolved', tenantId: '', tag: '', query: '' })).toEqual({
      status: 'RESOLVED',
    });
    expect(fetchQuery({ view: 'snoozed', tenantId: '', tag: '', query: '' })).toEqual({
      snoozed: 'true',
    });
  });

  it.each(VIEWS)('searches in all views, of the chosen site and tag alone (%s)', (view) => {
    const filter = { view, tenantId: TENANT, tag: 'vip', query: 'ab' };
    expect(fetchQuery(filter)).toEqual({ tenant_id: TENANT, tag: 'vip', q: 'ab' });
    for (const status of ['BOT', 'WAITING', 'ASSIGNED', 'RESOLVED'] as const) {
      const snoozed = { snoozed_until: '2026-12-01T00:00:00.000Z' };
      const known = { conversation_id: 'a', tenant_id: TENANT, tags: ['vip'] };
      const row = buildRow({ ...known, status, ...snoozed });
      expect([status, fits(row, filter, [ME])]).toEqual([status, true]);
      expect(fits(row, { ...filter, tenantId: 'other' }, [ME])).toBe(false);
    }
  });

  it.each([
    ['open', 'WAITING', true],
    ['open', 'BOT', false],
    ['mine', 'ASSIGNED', true],
    ['waiting', 'ASSIGNED', false],
    ['resolved', 'RESOLVED', true],
    ['all', 'BOT', true],
  ] as const)('of %s takes %s: %s', (view, status, expected) => {
    const row = buildRow({ conversation_id: 'a', status, operator_id: ME });
    expect(fits(row, { view, tenantId: '', tag: '', query: '' }, [ME])).toBe(expected);
  });

  it('of what is snoozed alone has it, and a search finds it', () => {
    const row = buildRow({ conversation_id: 'a', snoozed_until: '2026-11-30T09:00:00.000Z' });
    const takes = (view: View, query = '') =>
      fits(row, { view, tenantId: '', tag: '', query }, [ME]);
    expect(VIEWS.filter((view) => takes(view))).toEqual(['snoozed']);
    expect(takes('waiting', 'colis')).toBe(true);
    expect(takes('snoozed', 'colis')).toBe(true);
    const woken = { ...row, snoozed_until: null };
    expect(fits(woken, { view: 'snoozed', tenantId: '', tag: '', query: '' }, [ME])).toBe(false);
  });

  it('of one’s own leaves out a colleague’s, and that of a tenant another one’s', () => {
    const row = buildRow({ conversation_id: 'a', status: 'ASSIGNED', operator_id: SAM });
    expect(fits(row, { view: 'mine', tenantId: '', tag: '', query: '' }, [ME])).toBe(false);
    expect(fits(row, { view: 'open', tenantId: 'other', tag: '', query: '' }, [ME])).toBe(false);
  });

  it('of a tag takes the rows that have it in any case, and asks the relay for the others', () => {
    const row = buildRow({ conversation_id: 'a', tags: ['Remboursement', 'lyon'] });
    const takes = (tag: string) => fits(row, { view: 'open', tenantId: '', tag, query: '' }, [ME]);
    expect(['remboursement', 'LYON', 'lyo'].map(takes)).toEqual([true, true, false]);
    expect(
      fits(
        buildRow({ conversation_id: 'b' }),
        { view: 'open', tenantId: '', tag: 'lyon', query: '' },
        [ME],
      ),
    ).toBe(false);
    expect(fetchQuery({ view: 'open', tenantId: '', tag: 'lyon', query: '' })).toBeNull();
    expect(fetchQuery({ view: 'resolved', tenantId: '', tag: 'lyon', query: '' })).toEqual({
      status: 'RESOLVED',
      tag: 'lyon',
    });
  });
});
