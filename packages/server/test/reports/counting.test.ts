import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../../lab/bench/torture/random';
import { HOUR, MINUTE, systemClock } from '../../src/platform/clock';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { createFolding } from '../../src/reports/folding';
import { quietLog } from '../support/database';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../support/world';
import { tenantClient } from '../tenant-api/tenant-client';
import { countAgain, type Happened } from './second-count';

const SEED = Number(process.env['REPORTS_SEED'] ?? Date.now() % 2 ** 31);
const STEPS = 300;
/** Targets of every tenant, in seconds. */
const TARGETS = { first_answer_s: 60, wait_s: 120 };
const CALLBACKS = {
  callback_url_base: 'http://127.0.0.1:9999',
  default_locale: 'en',
  targets: TARGETS,
};
const FAQ = [{ questions: ['How long does the delivery take?'], answer: 'Two days.' }];
const TEXTS = [
  'How long does the delivery take?',
  'Can my cat fly to the moon on a broom?',
  'I want a refund',
  'I want to talk to a human',
  'ok',
];
const REASONS = ['low_confidence', 'restricted_topic', 'user_requested'];
const TENANTS = [
  { bot: { kind: 'none' } },
  { bot: { kind: 'tenant', reply_timeout_s: 300 } },
  {
    bot: {
      kind: 'builtin',
      faq: FAQ,
      restricted_topics: [{ phrases: ['refund'], reply: 'Wait.' }],
    },
    hours: { timezone: 'Asia/Kolkata', weekly: [], holidays: [] },
  },
];

interface FiguresAnswer {
  conversations: number;
  escalations: Record<string, number>;
  first_answer_s: { p50: number | null; p90: number | null };
  wait_s: { p50: number | null; p90: number | null };
}
interface Report {
  until: string;
  buckets: (FiguresAnswer & { at: string })[];
  totals: FiguresAnswer;
}

const relay = useRelay();
let world: World;
let tenantIds: string[];
let database: Database;

const reportOf = async (query: Record<string, string>): Promise<Report> => {
  const path = `/console/fetch/reports?${new URLSearchParams(query)}`;
  const { status, data } = await world.owner.get<Report>(path);
  expect(status).toBe(200);
  return data;
};

describe(`reports of a busy day (REPORTS_SEED=${SEED})`, () => {
  beforeAll(async () => {
    relay.advance(50 * MINUTE - (relay.now() % HOUR) + HOUR); // soon the next hour begins
    world = await createWorld(relay.url, { ...CALLBACKS, ...TENANTS[0] });
    const worlds = [world];
    for (const settings of TENANTS.slice(1)) worlds.push(await addTenant(settings));
    tenantIds = worlds.map(({ tenantId }) => tenantId);
    const operators = [
      await addOperator(relay.url, world, 'Ann', { tenant_ids: tenantIds }),
      await addOperator(relay.url, world, 'Bob', { tenant_ids: tenantIds }),
    ];
    database = await openDatabase(relay.database.url, quietLog);
    await live(worlds, operators);
    await untilQuiet();
  }, 120_000);

  it('agree with a count of everything that is stored', async () => {
    const happened = await countAgain(database.read);
    expectEach(happened);
    await expectReports(happened);
  });

  it('stay the same when their entries are added up', async () => {
    const happened = await countAgain(database.read);
    await createFolding({ database, clock: systemClock, log: quietLog }).fold();
    expect(await database.read.rows('SELECT 1 FROM report_entries')).toEqual([]);
    await expectReports(happened);
  });

  it('stay the same when a visitor is erased', async () => {
    const happened = await countAgain(database.read);
    const sessions = await database.read.rows<{ tenant_id: string; session_id: string }>(
      'SELECT tenant_id, session_id FROM conversations',
    );
    for (const session of sessions.slice(0, 5)) {
      expect((await world.owner.post('/console/erase/visitor', session)).status).toBe(200);
    }
    await expectReports(happened);
  });
});

afterAll(async () => {
  for (const socket of sockets) socket.close();
  await database.close();
});
const sockets: VisitorSocket[] = [];

async function addTenant(settings: object): Promise<World> {
  const { status, data } = await world.owner.post<{
    tenant: { tenant_id: string; widget_public_key: string };
    tenant_secret: string;
  }>('/console/create/tenant', {
    workspace_id: world.workspaceId,
    tenant_name: 'Another shop',
    allowed_origins: [world.origin],
    ...CALLBACKS,
    ...settings,
  });
  expect(status).toBe(201);
  return {
    ...world,
    tenantId: data.tenant.tenant_id,
    widgetKey: data.tenant.widget_public_key,
    tenantSecret: data.tenant_secret,
  };
}

/** Visitors, operators and a backend act in a random order, including actions that are refused. */
async function live(worlds: World[], operators: WorldOperator[]): Promise<void> {
  const random = createRandom(SEED);
  const visitors: { socket: VisitorSocket; said: [string, string][] }[] = [];
  const join = async (of: World, mode = 'bot') => {
    const { token } = await createVisitor(relay.url, of, { mode, locale: 'en' });
    const socket = await VisitorSocket.open(relay.url, token);
    sockets.push(socket);
    visitors.push({ socket, said: [] });
  };
  for (const of of worlds) {
    for (const text of TEXTS) {
      await join(of);
      await visitors.at(-1)?.socket.say('first', text);
    }
  }
  const conversationOf = async () => {
    const rows = await database.read.rows<{ tenant_id: string; conversation_id: string }>(
      'SELECT tenant_id, conversation_id FROM conversations ORDER BY conversation_id',
    );
    return random.pick(rows);
  };
  let signedAt = relay.now();
  const backends = worlds.map(({ tenantId, tenantSecret: secret }) => ({
    tenantId,
    call: (route: string, fields: object) => {
      signedAt = Math.max(signedAt + 1, relay.now());
      return tenantClient(relay.url, { tenantId, secret, timestampMs: signedAt })(route, fields);
    },
  }));
  // Forces the outcomes that random steps hardly ever produce.
  const ofBackend = await database.read.rows<{ conversation_id: string }>(
    'SELECT conversation_id FROM conversations WHERE tenant_id = ? LIMIT 4',
    [worlds[1]?.tenantId ?? ''],
  );
  const [resolved, ...escalated] = ofBackend;
  await backends[1]?.call('resolve/conversation', { ...resolved });
  for (const [index, reason] of REASONS.entries()) {
    await backends[1]?.call('escalate/conversation', { ...escalated[index], reason });
  }

  for (let step = 0; step < STEPS; step++) {
    const visitor = random.pick(visitors);
    const { api } = random.pick(operators) ?? { api: world.owner };
    const conversation = await conversationOf();
    const id = { conversation_id: conversation?.conversation_id ?? '' };
    const message = { ...id, client_msg_id: `m-${step}`, content: 'Here you are.' };
    const backend = backends.find(({ tenantId }) => tenantId === conversation?.tenant_id);
    const dice = random.between(0, 100);
    if (dice < 30 && visitor) {
      const repeated = random.chance(0.2) ? random.pick(visitor.said) : undefined;
      const said = repeated ?? [`v-${step}`, random.pick(TEXTS) ?? ''];
      visitor.said.push(said);
      await visitor.socket.say(...said);
    } else if (dice < 33) visitor?.socket.send({ type: 'escalate' });
    else if (dice < 48) await api.post('/console/claim/conversation', id);
    else if (dice < 60) await api.post('/console/send/message', message);
    else if (dice < 65) await api.post('/console/release/conversation', id);
    else if (dice < 70) {
      const to = random.pick(operators)?.operatorId;
      await api.post('/console/transfer/conversation', { ...id, operator_id: to, force: true });
    } else if (dice < 78) await api.post('/console/resolve/conversation', id);
    else if (dice < 80) await world.owner.post('/console/resolve/conversation', id);
    else if (dice < 87) await backend?.call('send/message', message);
    else if (dice < 90) await backend?.call('resolve/conversation', id);
    else if (dice < 92) {
      const reason = random.pick(REASONS);
      await backend?.call('escalate/conversation', { ...id, reason });
    } else if (dice < 95) await join(random.pick(worlds) ?? world, random.pick(['bot', 'human']));
    else relay.advance(random.between(1, 4) * MINUTE); // less than a visitor's token is valid
  }
}

/** Waits until bots have answered and the relay has released the conversations. */
async function untilQuiet(): Promise<void> {
  relay.advance(10 * MINUTE);
  await vi.waitFor(
    async () => {
      const busy = await database.read.rows(
        `SELECT 1 FROM conversations WHERE awaiting_bot_since IS NOT NULL OR status = 'ASSIGNED'`,
      );
      expect(busy).toEqual([]);
    },
    { timeout: 40_000, interval: 200 },
  );
}

/** Fails if the random steps did not produce every kind of event. */
function expectEach(happened: readonly Happened[]): void {
  const kinds = new Set(happened.map(({ what }) => what));
  expect([...kinds].toSorted()).toEqual([
    'agent_messages',
    'bot_messages',
    'conversations',
    'escalations low_confidence',
    'escalations restricted_topic',
    'escalations user_requested',
    'first_answer_s',
    'resolved_by_agent',
    'resolved_by_bot',
    'visitor_messages',
    'wait_s',
  ]);
  const isLate = ({ what, duration = 0 }: Happened): boolean =>
    (what === 'wait_s' || what === 'first_answer_s') && duration > TARGETS[what] * 1_000;
  expect(happened.some(isLate)).toBe(true);
}

async function expectReports(happened: readonly Happened[]): Promise<void> {
  for (const bucket of ['hour', 'day']) {
    for (const tenantId of tenantIds) {
      const report = await reportOf({ tenant_id: tenantId, bucket });
      expectReport(
        report,
        happened.filter((one) => one.tenantId === tenantId),
      );
    }
    expectReport(await reportOf({ workspace_id: world.workspaceId, bucket }), happened);
  }
}

function expectReport({ buckets, totals, until }: Report, happened: readonly Happened[]): void {
  expectFigures(totals, happened);
  buckets.forEach(({ at, ...figures }, index) => {
    const [from, to] = [Date.parse(at), Date.parse(buckets[index + 1]?.at ?? until)];
    expectFigures(
      figures,
      happened.filter((one) => from <= one.at && one.at < to),
    );
  });
}

function expectFigures(
  { first_answer_s: firstAnswer, wait_s: wait, ...counts }: FiguresAnswer,
  happened: readonly Happened[],
): void {
  const countOf = (what: string) => happened.filter((one) => one.what === what).length;
  const lateOf = (what: 'first_answer_s' | 'wait_s') =>
    happened.filter((one) => one.what === what && (one.duration ?? 0) > TARGETS[what] * 1_000)
      .length;
  const escalated = REASONS.map((reason) => [reason, countOf(`escalations ${reason}`)] as const);
  expect(counts).toEqual({
    conversations: countOf('conversations'),
    visitor_messages: countOf('visitor_messages'),
    bot_messages: countOf('bot_messages'),
    agent_messages: countOf('agent_messages'),
    resolved_by_bot: countOf('resolved_by_bot'),
    resolved_by_agent: countOf('resolved_by_agent'),
    late_first_answers: lateOf('first_answer_s'),
    late_waits: lateOf('wait_s'),
    escalations: Object.fromEntries(escalated.filter(([, count]) => count > 0)),
    // Ratings are counted in rating.test.ts.
    ratings: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, average: null },
  });
  for (const [measured, what] of [
    [firstAnswer, 'first_answer_s'],
    [wait, 'wait_s'],
  ] as const) {
    const durations = happened
      .filter((one) => one.what === what)
      .map(({ duration = 0 }) => duration / 1_000)
      .toSorted((a, b) => a - b);
    for (const [share, value] of [
      [0.5, measured.p50],
      [0.9, measured.p90],
    ] as const) {
      const exact = durations[Math.ceil(share * durations.length) - 1];
      if (exact === undefined) expect(value).toBeNull();
      else
        expect(Math.abs((value ?? Infinity) - exact)).toBeLessThanOrEqual(
          Math.max(0.1, exact / 10),
        );
    }
  }
}
