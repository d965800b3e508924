import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../src/platform/clock';
import type { Api } from '../../../support/api';
import { LOOKED_MS, startMailStage, type MailStage } from '../../../support/mail-stage';
import { VisitorSocket } from '../../../support/visitor-socket';
import { createVisitor } from '../../../support/world';

const WORDS = 'THE VISITORS OWN WORDS';
const NAME = 'Vera Visitor';
const WAIT = { timeout: 20_000 };

let stage: MailStage;
/** Address of the operator who answers in every queue. */
let inesEmail: string;
let owner: Api;

beforeAll(async () => {
  stage = await startMailStage(
    { tenant_name: 'Atelier Terre', bot: { kind: 'none' } },
    { env: { LIMIT_MAILS_PER_RECIPIENT_HOUR: '2' } },
  );
  owner = stage.world.owner;
  const { data } = await stage.operator.api.get<{ account: { email: string } }>(
    '/console/fetch/account',
  );
  inesEmail = data.account.email;
});
afterAll(() => stage.stop());

/** Resolves the conversations of earlier tests, and moves the clock so that their mails don't delay new ones. */
beforeEach(async () => {
  const { api } = stage.operator;
  await set({ waiting_mail: true, hours: null });
  await api.post('/console/set/presence', { status: 'offline' });
  const { data } = await owner.get<{ conversations: { conversation_id: string }[] }>(
    '/console/fetch/conversations?status=WAITING&limit=200',
  );
  for (const { conversation_id } of data.conversations) {
    await api.post('/console/claim/conversation', { conversation_id });
    await api.post('/console/resolve/conversation', { conversation_id });
  }
  stage.relay.advance(2 * HOUR);
  stage.smtp.mails.length = 0;
});

const set = async (settings: object) => {
  const body = { tenant_id: stage.world.tenantId, ...settings };
  expect((await owner.post('/console/update/tenant', body)).status).toBe(200);
};
async function wait(more: Record<string, unknown> = {}): Promise<string> {
  const { relay, world } = stage;
  const visitor = await createVisitor(relay.url, world, {
    mode: 'human',
    metadata: { name: NAME },
    ...more,
  });
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say('m1', WORDS);
  const { conversation } = await socket.next('status');
  socket.close();
  return conversation.conversation_id;
}
const mails = () => stage.smtp.mails;
const mailed = (number: number) => expect.poll(() => mails().length, WAIT).toBe(number);
const stillMailed = async (number: number) => {
  await pause(LOOKED_MS);
  expect(mails()).toHaveLength(number);
};

describe('a mail to operators while a visitor waits', { timeout: 60_000 }, () => {
  it('goes to each operator after two minutes, once for all who wait, without what visitors wrote', async () => {
    await wait();
    await wait();
    stage.relay.advance(MINUTE);
    await stillMailed(0);
    stage.relay.advance(MINUTE);
    await mailed(1);
    const [mail] = mails();
    expect(mail?.to).toEqual([inesEmail]);
    expect(mail?.headers['subject']).toContain('A visitor is waiting: Atelier Terre');
    expect(mail?.text).toContain('A visitor of Atelier Terre waits');
    expect(mail?.text).toContain('Un visiteur de Atelier Terre attend');
    expect(mail?.text).toContain(`${stage.relay.config.baseUrl}/console/inbox\n`);
    expect(mail?.text).toContain('--waiting-mail off');
    for (const secret of [WORDS, 'OWN WORDS', NAME, 'Vera']) {
      expect([mail?.raw, mail?.text, mail?.html].join('\n')).not.toContain(secret);
    }
    // One wait causes one mail, and a later wait causes another only after 15 minutes.
    stage.relay.advance(10 * MINUTE);
    await wait();
    stage.relay.advance(3 * MINUTE);
    await stillMailed(1);
    stage.relay.advance(3 * MINUTE);
    await mailed(2);
    stage.relay.advance(HOUR);
    await stillMailed(2);
  });

  it('is not sent while an operator is online, and is sent when they have gone', async () => {
    const { api } = stage.operator;
    await wait();
    // Online before the mail is due: a sweep may run at any moment from then on.
    await api.post('/console/set/presence', { status: 'online' });
    stage.relay.advance(3 * MINUTE);
    await stillMailed(0);
    await api.post('/console/set/presence', { status: 'away' });
    await mailed(1);
  });

  it('goes to those alone who answer the queue, though others are online', async () => {
    const { world, operator } = stage;
    const setKeys = async (routing_keys: string[]) => {
      const body = { operator_id: operator.operatorId, routing_keys };
      expect((await owner.post('/console/update/operator', body)).status).toBe(200);
    };
    // The owner is an operator of one queue, and online.
    const { data } = await owner.get<{ account: { email: string } }>('/console/fetch/account');
    const created = await owner.post<{ operator: { operator_id: string } }>(
      '/console/create/operator',
      {
        workspace_id: world.workspaceId,
        email: data.account.email,
        display_name: 'Olga',
        tenant_ids: [world.tenantId],
        routing_keys: ['paris'],
      },
    );
    expect(created.status).toBe(201);
    await setKeys(['lyon']);
    await owner.post('/console/set/presence', { status: 'online' });
    await wait({ routing_key: 'paris' });
    await wait({ routing_key: 'no one answers this' });
    stage.relay.advance(3 * MINUTE);
    await owner.post('/console/set/presence', { status: 'online' });
    await stillMailed(0);
    await wait({ routing_key: 'lyon' });
    stage.relay.advance(3 * MINUTE);
    await owner.post('/console/set/presence', { status: 'online' });
    await mailed(1);
    expect(mails()[0]?.to).toEqual([inesEmail]);
    const { operator_id } = created.data.operator;
    await owner.post('/console/remove/operator', { operator_id });
    await setKeys([]);
  });

  it('waits for the opening hours', async () => {
    const clock = (ms: number) => new Date(stage.relay.now() + ms).toISOString().slice(11, 16);
    const everyDay = (from: string, to: string) => ({
      timezone: 'UTC',
      weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to })),
    });
    await set({ hours: everyDay(clock(3 * HOUR), clock(5 * HOUR)) });
    await wait();
    stage.relay.advance(5 * MINUTE);
    await stillMailed(0);
    stage.relay.advance(3 * HOUR);
    await mailed(1);
  });

  it('is not sent when it is switched off, the tenant is suspended or the conversation is snoozed', async () => {
    const { api } = stage.operator;
    await set({ waiting_mail: false });
    const conversation_id = await wait();
    stage.relay.advance(3 * MINUTE);
    await stillMailed(0);
    const until = new Date(stage.relay.now() + HOUR).toISOString();
    await api.post('/console/snooze/conversation', { conversation_id, until });
    await set({ waiting_mail: true });
    await stillMailed(0);
    await api.post('/console/snooze/conversation', { conversation_id, until: null });
    await mailed(1);
  });

  it('keeps to the budget of mails to one address', async () => {
    for (const most of [1, 2, 2]) {
      await wait();
      stage.relay.advance(2 * MINUTE);
      await (mails().length < most ? mailed(most) : stillMailed(most));
      stage.relay.advance(15 * MINUTE);
    }
  });
});
