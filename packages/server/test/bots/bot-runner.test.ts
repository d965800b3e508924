import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBotRunner } from '../../src/bots/bot-runner';
import { createBuiltinBot } from '../../src/bots/builtin';
import { createRetrieval } from '../../src/bots/knowledge/retrieval';
import type { Journal } from '../../src/conversations/journal/journal';
import { createConversationStore } from '../../src/conversations/journal/store';
import type { SessionKey } from '../../src/visitors/session';
import { newId } from '../../src/platform/ids';
import type { Database } from '../../src/platform/storage/database';
import type { BotSettings, Tenant } from '../../src/tenants/tenant';
import { addVisitorSession, surroundings, visitorSays } from '../support/conversations';
import { openTestDatabase, quietLog } from '../support/database';
import { openTestJournal } from '../support/journal';

const QUESTION = 'How long does delivery take?';
const BUILTIN: BotSettings = {
  kind: 'builtin',
  greeting: null,
  displayName: null,
  disclosure: true,
  disclosureReason: null,
  confidenceThreshold: 0.5,
  restrictedTopics: [{ phrases: ['legal advice'], reply: 'A colleague will help you with that.' }],
  faq: [{ questions: [QUESTION], answer: 'Two days.', locale: 'en' }],
  replyTimeoutS: 30,
  model: null,
  embeddings: null,
  dailyTokens: 0,
  translation: false,
};

describe('a bot that lost its process between question and answer', () => {
  let database: Database;
  let close: () => Promise<void>;
  let journal: Journal;
  let session: SessionKey;
  let bot: BotSettings;
  let now: number;
  let status: Tenant['status'];

  beforeAll(async () => {
    ({ database, close } = await openTestDatabase());
  });
  afterAll(() => close());
  beforeEach(async () => {
    bot = BUILTIN;
    status = 'active';
    now = Date.now();
    session = await addVisitorSession(database);
    // No runner listens to the commits: as if the process had ended right after each of them.
    journal = openTestJournal({
      database,
      clock: () => now,
    });
  });

  const ask = (content: string) =>
    journal.submit({ session, command: visitorSays(content), surroundings: surroundings() });
  const store = () => createConversationStore(database.read);
  const lines = async () =>
    (await store().messages(session, { limit: 100 })).map(
      ({ sender, content }) => `${sender}: ${content}`,
    );
  /** A process that starts on this database. */
  const startRunner = () => {
    const runner = createBotRunner({
      builtin: createBuiltinBot({
        retrieve: createRetrieval({ indexes: { of: () => Promise.resolve(null) } }),
      }),
      answerQuestion: () => Promise.reject(new Error('the bot is built in')),
      modelTimeoutMs: 0,
      clock: () => now,
      log: quietLog,
      journal,
      store: store(),
      surroundingsOf: () => Promise.resolve(surroundings()),
      directory: {
        find: (tenantId) =>
          Promise.resolve({
            tenantId,
            status,
            bot,
            defaultLocale: 'fr',
          } as Partial<Tenant> as Tenant),
      },
    });
    runner.start();
    return runner;
  };

  it('answers a question from before a restart', async () => {
    await ask(QUESTION);
    const runner = startRunner();
    await vi.waitFor(async () =>
      expect(await lines()).toEqual([`visitor: ${QUESTION}`, 'bot: Two days.']),
    );
    await runner.stop();
  });

  it('answers a question once, however many processes start', async () => {
    await ask(QUESTION);
    const runners = [startRunner(), startRunner(), startRunner()];
    await vi.waitFor(async () => expect(await lines()).toContain('bot: Two days.'));
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(await lines()).toHaveLength(2);
  });

  it('answers and hands over in one transaction', async () => {
    await ask('I need legal advice');
    const runner = startRunner();
    await vi.waitFor(async () =>
      expect((await store().ofSession(session))?.status).toBe('WAITING'),
    );
    await runner.stop();
    expect(await lines()).toEqual([
      'visitor: I need legal advice',
      'bot: A colleague will help you with that.',
      expect.stringMatching(/^system: /),
    ]);
  });

  it('answers all waiting visitors, not just the first page', async () => {
    const others = await Promise.all(
      Array.from({ length: 230 }, () => addVisitorSession(database)),
    );
    await Promise.all(
      others.map((other) =>
        journal.submit({
          session: other,
          command: visitorSays(QUESTION, newId()),
          surroundings: surroundings(),
        }),
      ),
    );
    const runner = startRunner();
    const waiting = () =>
      database.read.rows('SELECT 1 FROM conversations WHERE awaiting_bot_since IS NOT NULL');
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), 15_000);
    await runner.stop();
  });

  it("hands over when the tenant's backend is silent for too long", async () => {
    bot = { ...BUILTIN, kind: 'tenant', replyTimeoutS: 5 };
    await ask(QUESTION);
    const early = startRunner();
    await early.stop();
    expect((await store().ofSession(session))?.status).toBe('BOT');

    now += 5_000;
    const late = startRunner();
    await vi.waitFor(async () =>
      expect(await store().ofSession(session)).toMatchObject({
        status: 'WAITING',
        escalationReason: 'low_confidence',
        awaitingBotSince: null,
      }),
    );
    await late.stop();
    expect((await lines()).filter((line) => line.startsWith('system'))).toHaveLength(2);
  });

  it('leaves the conversations of a suspended tenant to wait', async () => {
    bot = { ...BUILTIN, kind: 'tenant', replyTimeoutS: 5 };
    await ask(QUESTION);
    now += 60_000;
    status = 'suspended';
    const suspended = startRunner();
    await suspended.stop();
    expect((await store().ofSession(session))?.status).toBe('BOT');

    status = 'active';
    const active = startRunner();
    await vi.waitFor(async () =>
      expect((await store().ofSession(session))?.status).toBe('WAITING'),
    );
    await active.stop();
  });
});
