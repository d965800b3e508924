import { beforeAll, describe, expect, it } from 'vitest';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;

const DELIVERY = {
  questions: ['How long does delivery take?', 'When will it arrive?'],
  answer: 'Two days.',
};
const RETURNS = { questions: ['How do I return an item?'], answer: 'By post.' };

beforeAll(async () => {
  world = await createWorld(relay.url, {
    default_locale: 'en',
    bot: {
      faq: [DELIVERY, RETURNS],
      restricted_topics: [{ phrases: ['refund'], reply: 'One moment.' }],
    },
  });
});

const ask = (content: string, more: object = {}) =>
  world.owner.post<Record<string, unknown>>('/console/test/bot', {
    tenant_id: world.tenantId,
    content,
    ...more,
  });

describe('trying the bot', () => {
  it('shows the answer and what else came close', async () => {
    const { status, data } = await ask('How long does delivery take?');
    expect(status).toBe(200);
    expect(data).toMatchObject({ decision: 'answer', answer: 'Two days.', confidence: 1 });
    expect(data).not.toHaveProperty('reason');
    expect((data['candidates'] as object[])[0]).toEqual({
      title: 'How long does delivery take?',
      confidence: 1,
      source: 'faq',
    });
  });

  it('shows why it hands over, and what it says before', async () => {
    expect((await ask('I want a refund')).data).toMatchObject({
      decision: 'escalate',
      reason: 'restricted_topic',
      answer: 'One moment.',
    });
    expect((await ask('I want to talk to a human')).data).toMatchObject({
      reason: 'user_requested',
    });
    expect((await ask('zebra')).data).toEqual({
      decision: 'escalate',
      reason: 'low_confidence',
      confidence: 0,
      candidates: [],
    });
  });

  it('tries settings that are not saved, with the stored entries unless others are given', async () => {
    const strict = await ask('delivery', { bot: { confidence_threshold: 1 } });
    expect(strict.data).toMatchObject({ decision: 'escalate', reason: 'low_confidence' });
    expect(strict.data['candidates']).toMatchObject([{ title: DELIVERY.questions[0] }]);
    const other = await ask('delivery', {
      bot: { faq: [{ ...RETURNS, questions: ['Delivery?'] }] },
    });
    expect(other.data).toMatchObject({ decision: 'answer', answer: 'By post.' });
    expect((await ask('I want a refund', { bot: {} })).data).not.toMatchObject({
      reason: 'restricted_topic',
    });
    const foreign = await ask('delivery', { bot: { kind: 'tenant' } });
    expect([foreign.status, foreign.data['code']]).toEqual([409, 'state_conflict']);
  });

  it('stores nothing', async () => {
    const count = async () =>
      (await readSql(relay.database, 'SELECT COUNT(*) AS n FROM messages'))[0];
    const before = await count();
    await ask('delivery');
    expect(await count()).toEqual(before);
  });
});
