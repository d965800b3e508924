import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../src/platform/http/route';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callback-receiver';
import { quietLog } from '../support/database';
import { startRelay, type TestRelay } from '../support/relay';
import { readBelongings } from './belongings';
import { idFieldsOf, withId } from './id-fields';
import { callRoute, nameOf, type Reply } from './route-call';
import { credentialsOf, findRoute, ROUTE_CALLS } from './route-calls';
import { createStockedWorld, type StockedWorld } from './stocked-world';

let relay: TestRelay;
let receiver: CallbackReceiver;
let database: Database;
let ours: StockedWorld;
let theirs: StockedWorld;
let theirBelongings: string[];

beforeAll(async () => {
  // Calls need new workspaces, each with the same members.
  const env = {
    LIMIT_MAILS_PER_RECIPIENT_HOUR: '1000',
    LIMIT_MAILS_PER_RECIPIENT_DAY: '1000',
    LIMIT_WORKSPACES_PER_ACCOUNT: '1000',
  };
  relay = await startRelay({ env });
  const secrets = new Map<string, string>();
  receiver = await startCallbackReceiver({
    secretsFor: (tenantId) => [secrets.get(tenantId) ?? ''],
  });
  const { url, adminKey } = relay;
  ours = await createStockedWorld({ url, adminKey, receiver, secrets });
  theirs = await createStockedWorld({ url, adminKey, receiver, secrets });
  database = await openDatabase(relay.database.url, quietLog);
  theirBelongings = await readBelongings(database, theirs.ids);
});

/** Compares after each test, so that a change is attributed to the call that made it. */
afterEach(async () => {
  const before = theirBelongings;
  theirBelongings = await readBelongings(database, theirs.ids);
  expect(theirBelongings).toEqual(before);
});

afterAll(async () => {
  await database?.close();
  await relay?.stop();
  await receiver?.close();
});

describe('ids of another workspace', () => {
  it('tries ids of another workspace on every route', () => {
    const untried = relay.relay.routes.map(nameOf).filter((name) => !(name in ROUTE_CALLS));
    expect(untried, 'say in the table of calls how these routes are called').toEqual([]);
  });

  it.each(Object.keys(ROUTE_CALLS))(
    'answers ids of another workspace like unknown ids: %s',
    async (name) => {
      const { route, call } = findRoute(relay.relay.routes, name);
      const ask = async (ids: Record<string, string> = {}): Promise<Reply> => {
        let fields = await call.fields(ours);
        for (const [field, id] of Object.entries(ids)) fields = withId(fields, field, id);
        const credentials = await credentialsOf(ours, route, call);
        const reply = await callRoute(ours.url, route, fields, credentials);
        expectNothingOfTheirs(reply, Object.values(ids));
        return reply;
      };

      const own = await ask();
      expect({ status: own.status, code: own.code }, own.text).toEqual(
        call.owner ?? { status: route.status ?? 200, code: undefined },
      );

      const idFields = idFieldsOf(route);
      for (const { field, of, unknown } of idFields) {
        const ownAnswer = await ask(
          field in (await call.fields(ours)) ? {} : { [field]: of(ours) },
        );
        expect(ownAnswer.status, `${field} of one's own: ${ownAnswer.text}`).not.toBe(404);
        const nobodys = unknown();
        const foreign = await ask({ [field]: of(theirs) });
        expect(likeness(foreign, [of(theirs)]), field).toEqual(
          likeness(await ask({ [field]: nobodys }), [nobodys]),
        );
      }
      // A tenant and its key together are public: anyone with a page's source has both.
      if (idFields.length > 1 && route.strategy !== null) {
        const foreign = Object.fromEntries(idFields.map(({ field, of }) => [field, of(theirs)]));
        const nobodys = Object.fromEntries(
          idFields.map(({ field, unknown }) => [field, unknown()]),
        );
        expect(likeness(await ask(foreign), Object.values(foreign))).toEqual(
          likeness(await ask(nobodys), Object.values(nobodys)),
        );
      }
    },
  );
});

describe("a page's cursor of another workspace", () => {
  it('shows nothing of another workspace for its cursor, on every list', async () => {
    const lists = relay.relay.routes.filter(
      ({ method, query }) => method === 'GET' && query !== undefined && hasCursor(query),
    );
    const tried: string[] = [];
    for (const route of lists) {
      const call = ROUTE_CALLS[nameOf(route)]!;
      if (call.owner) continue; // closed to both
      const ask = async (world: StockedWorld, page: Record<string, string>) =>
        callRoute(
          world.url,
          route,
          { ...(await call.fields(world)), ...page },
          await credentialsOf(world, route, call),
        );
      const { data } = await ask(theirs, { limit: '1' });
      const { next_cursor: cursor } = data as { next_cursor: string | null };
      if (cursor === null) continue;
      const reply = await ask(ours, { cursor });
      expect(reply.status, reply.text).toBe(200);
      expectNothingOfTheirs(reply, [cursor]);
      tried.push(route.path);
    }
    expect(tried.length).toBeGreaterThan(3);
  });
});

function hasCursor(query: NonNullable<Route['query']>): boolean {
  return 'cursor' in ((query.describe() as { keys?: object }).keys ?? {});
}

function expectNothingOfTheirs({ text }: Reply, sent: string[]): void {
  const said = without(text, sent);
  for (const secret of [...theirs.ids, theirs.mark, theirs.ownerEmail]) {
    expect(said).not.toContain(secret);
  }
}

/**
 * The response without the ids that were sent and without values that are new each time. It must be the same for a
 * foreign id and for an unknown one.
 */
function likeness({ status, text }: Reply, sent: string[]): { status: number; text: string } {
  const alike = without(text, sent)
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>')
    .replaceAll(/\b[0-9a-f]{24}\b/g, '<id>')
    .replaceAll(/\b(vs|pk|ts|inv|reg|chl)_[\w-]{43}/g, '<token>')
    .replaceAll(/\beyJ[\w.-]+/g, '<token>')
    .replaceAll(/\bu[0-9a-f]{12}@example\.com\b/g, '<email>')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/"(request_id|shortcut)":"[^"]*"/g, '"$1":"<new>"');
  return { status, text: alike };
}

function without(text: string, sent: string[]): string {
  return sent.reduce((left, value) => left.replaceAll(value, '<sent>'), text);
}
