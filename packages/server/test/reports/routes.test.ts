import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../src/platform/clock';
import { addMember } from '../support/members';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;
beforeAll(async () => {
  world = await createWorld(relay.url, {
    hours: { timezone: 'Asia/Kolkata', weekly: [], holidays: [] },
  });
  const { token } = await createVisitor(relay.url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(relay.url, token);
  await socket.say('m-1', 'Hello');
  await socket.say('m-1', 'Hello');
  socket.close();
});

interface Answer {
  timezone: string;
  since: string;
  until: string;
  buckets: { at: string; visitor_messages: number }[];
  totals: Record<string, unknown>;
  code: string;
  details: object[];
}

const fetchReport = (query: Record<string, string>, api = world.owner) =>
  api.get<Answer>(`/console/fetch/reports?${new URLSearchParams(query)}`);
const ofTenant = (query: Record<string, string> = {}) =>
  fetchReport({ tenant_id: world.tenantId, ...query });
const NOTHING = {
  conversations: 0,
  visitor_messages: 0,
  bot_messages: 0,
  agent_messages: 0,
  escalations: {},
  resolved_by_bot: 0,
  resolved_by_agent: 0,
  first_answer_s: { p50: null, p90: null },
  wait_s: { p50: null, p90: null },
  ratings: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, average: null },
  late_first_answers: 0,
  late_waits: 0,
};

describe('a report', () => {
  it('covers the last 30 days in the time zone of the tenant, days without anything included', async () => {
    const { status, data } = await ofTenant();
    expect(status).toBe(200);
    expect(data.timezone).toBe('Asia/Kolkata');
    expect(data.buckets).toHaveLength(30);
    expect(data.buckets.every(({ at }) => at.endsWith('T18:30:00.000Z'))).toBe(true);
    expect(data.buckets[0]).toEqual({ at: data.since, ...NOTHING });
    const today = { ...NOTHING, conversations: 1, visitor_messages: 1 };
    expect(data.buckets.at(-1)).toEqual({ at: data.buckets.at(-1)?.at, ...today });
    expect(data.totals).toEqual(today);
    expect(Date.parse(data.until) - Date.parse(data.since)).toBe(30 * DAY);
  });

  it('of a workspace adds its tenants up, in the time zone of the oldest', async () => {
    const { data } = await fetchReport({ workspace_id: world.workspaceId, bucket: 'hour' });
    expect(data.timezone).toBe('Asia/Kolkata');
    expect(data.buckets).toHaveLength(24);
    expect(data.totals).toMatchObject({ conversations: 1, visitor_messages: 1 });
  });

  it('covers whole days and hours, and takes dates of the time zone', async () => {
    const byDate = await ofTenant({ since: '2026-03-01', until: '2026-03-03' });
    expect(byDate.data).toMatchObject({
      since: '2026-02-28T18:30:00.000Z',
      until: '2026-03-02T18:30:00.000Z',
    });
    const cut = await ofTenant({
      since: '2026-03-01T10:10:00Z',
      until: '2026-03-01T11:10:00Z',
      bucket: 'hour',
    });
    expect(cut.data.buckets.map(({ at }) => at)).toEqual([
      '2026-03-01T09:30:00.000Z',
      '2026-03-01T10:30:00.000Z',
    ]);
  });

  it.each([
    [{ since: '2026-03-01', until: '2026-03-01' }, 'until', 'before_since'],
    [{ since: '2025-01-01', until: '2026-03-01' }, 'since', 'range_too_long'],
    [{ since: '2026-01-01', until: '2026-03-01', bucket: 'hour' }, 'since', 'range_too_long'],
    [{ since: '1899-01-01' }, 'since', 'out_of_range'],
    [{ until: '9999-01-01' }, 'until', 'out_of_range'],
    [{ since: 'yesterday' }, 'since', 'string_isodate'],
    [{ bucket: 'week' }, 'bucket', 'any_only'],
    [{ workspace_id: '01a2079d-e3a7-7000-8000-000000000000' }, '', 'exactly_one_of'],
  ])('refuses %j', async (query, field, code) => {
    const { status, data } = await ofTenant(query as never);
    expect([status, data.code]).toEqual([422, 'invalid_request']);
    expect(data.details).toEqual([{ field, code }]);
  });

  it('needs a tenant or a workspace', async () => {
    const { status, data } = await fetchReport({});
    expect([status, data.details]).toEqual([422, [{ field: '', code: 'required' }]]);
  });

  it('is for owners and admins, and tells others nothing', async () => {
    const admin = await addMember(relay.url, world, 'admin');
    const operator = await addMember(relay.url, world, 'operator');
    const stranger = (await createWorld(relay.url)).owner;
    for (const query of [{ tenant_id: world.tenantId }, { workspace_id: world.workspaceId }]) {
      expect((await fetchReport(query, admin.api)).status).toBe(200);
      expect((await fetchReport(query, operator.api)).data.code).toBe('insufficient_role');
      expect((await fetchReport(query, stranger)).data.code).toBe('not_found');
    }
  });
});

describe('a report as CSV', () => {
  const fetchCsv = (accept: string) =>
    fetch(
      `${relay.url}/api/v1/console/fetch/reports?${new URLSearchParams({
        tenant_id: world.tenantId,
        since: '2026-03-01',
        until: '2026-03-02',
      })}`,
      { headers: { authorization: `Bearer ${world.ownerToken}`, accept } },
    );

  it('has a header and a line for each day', async () => {
    const answer = await fetchCsv('text/csv');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="report-2026-03-01-to-2026-03-01.csv"',
    );
    expect(answer.headers.get('vary')).toMatch(/\baccept\b/i);
    expect(await answer.text()).toBe(
      'at,conversations,visitor_messages,bot_messages,agent_messages,escalations,resolved_by_bot,resolved_by_agent,first_answer_s_p50,first_answer_s_p90,wait_s_p50,wait_s_p90,ratings_1,ratings_2,ratings_3,ratings_4,ratings_5,ratings_average,late_first_answers,late_waits\r\n' +
        '2026-02-28T18:30:00.000Z,0,0,0,0,{},0,0,,,,,0,0,0,0,0,,0,0\r\n',
    );
  });

  it.each(['*/*', 'text/csv, application/json', 'text/csv;q=0.5, application/json', 'text/html'])(
    'is not sent to callers who accept %s',
    async (accept) => {
      expect((await fetchCsv(accept)).headers.get('content-type')).toMatch('application/json');
    },
  );
  it.each(['text/csv', 'text/csv, */*;q=0.1', 'text/csv, application/json;q=0.9'])(
    'is sent to callers who accept %s',
    async (accept) => {
      expect((await fetchCsv(accept)).headers.get('content-type')).toMatch('text/csv');
    },
  );
});

it('shows an hour ago in its own hour', async () => {
  const before = await ofTenant({ bucket: 'hour' });
  relay.advance(HOUR);
  const after = await ofTenant({ bucket: 'hour' });
  expect(after.data.buckets.at(-2)?.visitor_messages).toBe(
    before.data.buckets.at(-1)?.visitor_messages,
  );
});
