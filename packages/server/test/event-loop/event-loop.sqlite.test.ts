import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READERS } from '../../src/attachments/formats/recognise';
import type { FeedFrameType } from '../../src/conversations/operator-feed/feed-frames';
import type { Route } from '../../src/platform/http/route';
import { openDatabase } from '../../src/platform/storage/open-database';
import type { AttachmentType } from '../../src/tenants/files/settings';
import type { VisitorFrame } from '@chat-relay/widget-sdk/frames';
import { nameOf } from '../authorization/route-call';
import { createStockedWorld } from '../authorization/stocked-world';
import { apiOf } from '../support/api';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callback-receiver';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../support/database';
import { TEST_MASTER_KEY } from '../support/master-key';
import { addStranger } from '../support/members';
import { startRelay } from '../support/relay';
import { ANSWER_INPUTS } from './answer-inputs';
import { costOf, printSlowest, problemOf, type Awkward } from './cost';
import { awkwardFile, FILE_INPUTS } from './file-inputs';
import { fillWorld } from './full-world';
import { hostileBodies } from './hostile-bodies';
import { startProbedRelay, type ProbedRelay } from './probed-relay';
import { awkwardCall, hostileCall, otherCall, type FullWorld } from './route-drive';
import { OTHER_INPUTS, ROUTE_INPUTS } from './route-inputs';
import {
  awkwardFeedFrame,
  awkwardFrame,
  FEED_FRAMES,
  longMessage,
  longResume,
  VISITOR_FRAMES,
} from './socket-inputs';

const ENV = {
  BASE_URL: 'http://127.0.0.1:8080',
  ...Object.fromEntries(
    [
      'INVITATIONS_PER_WORKSPACE_DAY',
      'INVITATIONS_PER_ACCOUNT_DAY',
      'TENANTS_PER_WORKSPACE',
      'WORKSPACES_PER_ACCOUNT',
    ].map((name) => [`LIMIT_${name}`, '10000']),
  ),
};

let database: TestDatabaseAddress;
let dataDir: string;
let receiver: CallbackReceiver;
let relay: ProbedRelay;
let world: FullWorld;
let routes: readonly Route[];
/** Paths that the relay serves and that are no routes of the API. */
let others: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-data-'));
  const secrets = new Map<string, string>();
  receiver = await startCallbackReceiver({
    secretsFor: (tenantId) => [secrets.get(tenantId) ?? ''],
  });
  const first = await startRelay({ database, env: ENV });
  const { adminKey } = first;
  const stocked = await createStockedWorld({ url: first.url, adminKey, receiver, secrets });
  const superAdmin = await addStranger(first.url);
  await apiOf(first.url, undefined, { 'x-admin-key': adminKey }).post(
    `/console/promote/console-admin?email=${superAdmin.email}`,
  );
  ({ routes } = first.relay);
  const declared = new Set(routes.map(({ method, path }) => `${method} /api/v1${path}`));
  others = first.relay.http
    .table()
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .filter((name) => !declared.has(name));
  await first.stop();
  const opened = await openDatabase(database.url, quietLog);
  await fillWorld(opened, stocked);
  await opened.close();
  relay = await startProbedRelay({
    ENV: 'local',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
    ADMIN_KEY: adminKey,
    ...ENV,
  });
  const { url } = relay;
  const listed = await apiOf(url, stocked.ownerToken).get<{
    conversations: { conversation_id: string }[];
  }>(`/console/fetch/conversations?tenant_id=${stocked.tenantId}&limit=200`);
  world = {
    ...stocked,
    url,
    owner: apiOf(url, stocked.ownerToken),
    operator: { ...stocked.operator, api: apiOf(url, stocked.operator.token) },
    admin: { ...stocked.admin, api: apiOf(url, stocked.admin.token) },
    superAdminToken: superAdmin.token,
    conversationIds: listed.data.conversations.map((one) => one.conversation_id),
  };
}, 60_000);

afterAll(async () => {
  printSlowest();
  await relay?.stop();
  await receiver?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const keysOf = <Key extends string>(inputs: Record<Key, unknown>): Key[] =>
  Object.keys(inputs) as Key[];

/** One sentence for each input that blocks the event loop for too long. */
async function problemsOf(inputs: Iterable<readonly [name: string, Awkward]>): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, awkward] of inputs) {
    const problem = problemOf(await costOf(relay, name, awkward));
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

describe('the event loop', { timeout: 120_000 }, () => {
  it('has an awkward input for every route, and for every type of file', () => {
    expect(keysOf(ROUTE_INPUTS).toSorted()).toEqual(routes.map(nameOf).toSorted());
    expect(keysOf(OTHER_INPUTS).toSorted()).toEqual(others.toSorted());
    expect(keysOf(FILE_INPUTS).toSorted()).toEqual(keysOf(READERS).toSorted());
  });

  it('is not held by the largest call of any route', async () => {
    const calls = routes.map((route) => [nameOf(route), awkwardCall(route, world)] as const);
    expect(await problemsOf(calls)).toEqual([]);
  });

  it('is not held by any other path', async () => {
    const calls = keysOf(OTHER_INPUTS).map((name) => [name, otherCall(name, world)] as const);
    expect(await problemsOf(calls)).toEqual([]);
  });

  it('is not held by a body that a route refuses', async () => {
    const posted = routes.filter(({ method }) => method === 'POST');
    const calls = posted.flatMap((route) => {
      const bodies = (part: number) => hostileBodies(route.body, limitOf(route), part);
      return [...bodies(0.01).keys()].map((name) => {
        const bodyOf = (part: number) => bodies(part).get(name) ?? '';
        return [`${nameOf(route)}: ${name}`, hostileCall(route, world, bodyOf)] as const;
      });
    });
    expect(await problemsOf(calls)).toEqual([]);
  });

  it('is not held by any frame of a visitor', async () => {
    const frames = keysOf<VisitorFrame['type']>(VISITOR_FRAMES).map(
      (type) => [`visitor's ${type}`, awkwardFrame(type, world)] as const,
    );
    const more = [
      ['a long resume', longResume(world)],
      ['a long message to many pages', longMessage(world)],
    ] as const;
    expect(await problemsOf([...frames, ...more])).toEqual([]);
  });

  it('is not held by any frame of an operator', async () => {
    const frames = keysOf<FeedFrameType>(FEED_FRAMES).map(
      (type) => [`operator's ${type}`, awkwardFeedFrame(type, world)] as const,
    );
    expect(await problemsOf(frames)).toEqual([]);
  });

  it('is not held by any answer of a backend or a model', async () => {
    const answers = keysOf(ANSWER_INPUTS).map(
      (name) => [name, ANSWER_INPUTS[name]!(world)] as const,
    );
    expect(await problemsOf(answers)).toEqual([]);
  });

  it('is not held by any file', async () => {
    const files = keysOf<AttachmentType>(FILE_INPUTS).flatMap((type) =>
      FILE_INPUTS[type](1_000).map(
        (_file, index) => [`${type} ${index + 1}`, awkwardFile(type, index, world)] as const,
      ),
    );
    expect(await problemsOf(files)).toEqual([]);
  });
});

function limitOf({ area, bodyLimit }: Route): number {
  if (bodyLimit) return 256 * 1024;
  return { account: 8, console: 32, system: 32, visitor: 16, tenant: 256 }[area] * 1024;
}
