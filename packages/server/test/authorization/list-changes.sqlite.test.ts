import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAudit, type Audit } from '../../src/audit/log';
import { listChangesOf } from '../../src/conversations/live/list-changes';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callback-receiver';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { quietLog } from '../support/database';
import { startRelay, type TestRelay } from '../support/relay';
import { callRoute, nameOf } from './route-call';
import { credentialsOf, findRoute } from './route-calls';
import { createStockedWorld, type StockedWorld } from './stocked-world';

/** Changes that open pages of other accounts need not be notified of, each with the reason. */
const NOT_LISTED: Record<string, string> = {
  'POST /console/restore/tenant': 'restores a tenant that is not deleted here: nothing changes',
  'POST /console/logout': 'ends the session, whose feed is cut',
  'POST /console/revoke/session': 'ends the session, whose feed is cut',
  'POST /console/revoke/other-sessions': 'ends the sessions, whose feeds are cut',
  'POST /console/confirm/password': 'is of one session',
  'POST /console/change/password': 'ends the other sessions, whose feeds are cut',
  'POST /console/enroll/totp': 'changes nothing yet',
  'POST /console/activate/totp': 'is refused here: there is no authenticator',
  'POST /console/disable/totp': 'is refused here: there is no authenticator',
  'POST /console/test/bot': 'changes nothing',
  'POST /console/translate/message': 'is for who asks',
  'POST /console/translate/draft': 'changes nothing',
  'POST /console/test/callback': 'changes nothing',
  'POST /console/set/presence': 'has an update of its own',
  'POST /console/claim/conversation': 'is a change of a conversation',
  'POST /console/release/conversation': 'is a change of a conversation',
  'POST /console/resolve/conversation': 'is a change of a conversation',
  'POST /console/transfer/conversation': 'is a change of a conversation',
  'POST /console/send/message': 'is a change of a conversation',
  'POST /console/send/typing': 'has an update of its own',
  'POST /console/read/conversation': 'is a change of a conversation',
  'POST /console/unread/conversation': 'is a change of a conversation',
  'POST /console/snooze/conversation': 'is a change of a conversation',
  'POST /console/update/conversation': 'is a change of a conversation',
  'POST /console/update/conversations': 'is a change of conversations',
  'POST /console/create/upload': 'is shown with its message',
  'POST /console/finish/upload': 'is shown with its message',
  'POST /console/cancel/upload': 'is shown with its message',
  'POST /console/create/note': 'has an update of its own',
  'POST /console/remove/note': 'has an update of its own',
  'POST /console/remove/message': 'has an update of its own',
  'POST /console/import/conversations': 'brings in what is over',
  'POST /console/resend/callback': 'is of the callback log, which a page reads again as it is open',
  'POST /console/replay/callbacks':
    'is of the callback log, which a page reads again as it is open',
  'POST /console/resume/callbacks':
    'is of the callback log, which a page reads again as it is open',
  'POST /console/export/visitor': 'changes nothing',
  'POST /console/erase/visitor': 'ends the session, which the inbox is told',
};

let relay: TestRelay;
let receiver: CallbackReceiver;
let database: Database;
let audit: Audit;
let world: StockedWorld;
beforeAll(async () => {
  relay = await startRelay();
  database = await openDatabase(relay.database.url, quietLog);
  audit = createAudit({ database, clock: relay.now, log: quietLog });
  const secrets = new Map<string, string>();
  receiver = await startCallbackReceiver({
    secretsFor: (tenantId) => [secrets.get(tenantId) ?? ''],
  });
  world = await createStockedWorld({ url: relay.url, adminKey: relay.adminKey, receiver, secrets });
});
afterAll(async () => {
  await database?.close();
  await relay?.stop();
  await receiver?.close();
});

/** The entries of the audit log so far. */
const entries = () => audit.since(0);

it('tells open pages of every change that a route of the console makes', async () => {
  const routes = relay.relay.routes.filter(
    ({ strategy, method }) => method === 'POST' && strategy === 'console',
  );
  const silent: string[] = [];
  for (const name of routes.map(nameOf)) {
    if (name in NOT_LISTED) continue;
    const { route, call } = findRoute(relay.relay.routes, name);
    const fields = await call.fields(world);
    const credentials = await credentialsOf(world, route, call);
    const before = await entries();
    const { status, text } = await callRoute(relay.url, route, fields, credentials);
    expect(status, `${name}: ${text}`).toBe(route.status ?? 200);
    const added = [...(await entries())].filter(([id]) => !before.has(id));
    const told = added.flatMap(([, event]) => listChangesOf(event));
    if (told.length === 0) silent.push(name);
    // A notice without workspace and account reaches no feed.
    expect(
      told.every((one) => one.workspaceId !== null || one.accountId !== null),
      name,
    ).toBe(true);
  }
  expect(silent).toEqual([]);
}, 20_000);

it('leaves out no route that is not there', () => {
  const names = new Set(relay.relay.routes.map(nameOf));
  expect(Object.keys(NOT_LISTED).filter((name) => !names.has(name))).toEqual([]);
});
