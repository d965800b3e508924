import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBuiltinBot } from '../../src/bots/builtin';
import { NOTHING_NEAR } from '../../src/bots/embeddings/near-passages';
import type { Passage } from '../../src/bots/knowledge/passage';
import type { Retrieve } from '../../src/bots/knowledge/retrieval';
import { contentWordsOf, isSameWord } from '../../src/bots/language';
import type { ModelRequest } from '../../src/bots/model/chat-client';
import { createFindPassages } from '../../src/bots/model/find-passages';
import type * as ground from '../../src/bots/model/ground-check';
import { createModelBot } from '../../src/bots/model/model-bot';
import type { Tenant } from '../../src/tenants/tenant';
import { quietLog } from '../support/database';
import { indexQuestionSet } from './measured-answers';
import { judge } from './question-set/judge';
import { QUESTIONS } from './question-set/questions';

const given = vi.hoisted(() => ({ isChecked: true }));
vi.mock('../../src/bots/model/ground-check', async (load) => {
  const real = await load<typeof ground>();
  const unchecked: typeof ground.checkGround = (answer, { passages }) => ({
    isGrounded: true,
    text: answer.replaceAll(/\s*\[p\d+\]/gu, '').trim(),
    cited: [...passages.values()].slice(0, 1),
  });
  return {
    ...real,
    checkGround: (...of: Parameters<typeof ground.checkGround>) =>
      given.isChecked ? real.checkGround(...of) : unchecked(...of),
  };
});
afterEach(() => {
  given.isChecked = true;
});

type Model = (question: string, passages: { id: string; text: string }[]) => string;

/**
 * Quotes the sentence that shares most words with the question, from a passage that answers it, and cites the passage.
 */
const honest: Model = (question, passages) => {
  const measured = QUESTIONS.en.find(({ text }) => text === question);
  const asked = contentWordsOf(question);
  const answering = passages.filter(({ text }) => measured && judge(measured, text) === 'right');
  if (answering.length === 0) return 'CANNOT';
  const scored = answering.flatMap(({ id, text }) =>
    text
      .split(/\n+|(?<=[.!?])\s+/)
      .map((sentence) => sentence.replace(/[.!?:;,\s]+$/, ''))
      .filter((sentence) => /\p{L}/u.test(sentence))
      .map((sentence) => {
        const words = contentWordsOf(sentence);
        const score = asked.filter((word) => words.some((one) => isSameWord(one, word))).length;
        return { id, sentence, score };
      }),
  );
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return `${best.sentence} [${best.id}].`;
};
/** Adds a number that no passage contains to the honest answer. */
const inventing: Model = (question, passages) =>
  honest(question, passages).replace(/ (\[p\d+\]\.)$/, ', which takes 4711 days $1');
/** Cites a passage that the model was not given. */
const misciting: Model = (question, passages) =>
  honest(question, passages).replace(/\[p\d+\]/, '[p99]');

const index = indexQuestionSet();
const tenant = {
  tenantId: 't',
  defaultLocale: 'en',
  // The default settings.
  bot: { confidenceThreshold: 0.5, restrictedTopics: [], faq: [], model: null, dailyTokens: 1e9 },
} as unknown as Tenant;
const retrieve: Retrieve = async (_tenant, question) =>
  (await index.search(question)).map(({ document, place, text, confidence }): Passage => ({
    passageId: `${document.documentId}.${place}`,
    source: 'knowledge',
    sourceId: document.documentId,
    title: document.title,
    url: null,
    text,
    locale: 'en',
    confidence,
  }));
const builtin = createBuiltinBot({ retrieve });

interface Decisions {
  right: number;
  /** Answers to questions that have none, or quoted from a passage that does not contain the fact. */
  false: number;
  'handed over': number;
}

async function decisionsOf(model: Model): Promise<Decisions> {
  const ask = createModelBot({
    builtin,
    findPassages: createFindPassages({ retrieve, near: async () => NOTHING_NEAR }),
    calls: {
      modelOf: () => ({
        ask: async ({ user }: ModelRequest, { onText }) => {
          const { question, passages } = JSON.parse(user) as {
            question: string;
            passages: { id: string; text: string }[];
          };
          const text = model(question, passages);
          // Token by token: a refused sentence ends the answer.
          let end = 0;
          while (end < text.length && onText(text.slice(0, (end += 5))));
          return { ok: true, text: text.slice(0, end), tokens: 42 };
        },
      }),
    },
    tokens: { reserve: async () => true, settle: async () => {} },
    log: quietLog,
    timeoutMs: 20_000,
  });
  const found: Decisions = { right: 0, false: 0, 'handed over': 0 };
  for (const question of QUESTIONS.en) {
    const shown = {
      id: 's',
      signal: new AbortController().signal,
      push: () => true,
      flush: () => {},
      discard: () => {},
    };
    const asked = { text: question.text, earlier: null, locale: 'en' };
    const answered = await ask(tenant, asked, () => shown);
    const { decision, passages = [] } = answered ?? {};
    if (decision?.kind !== 'reply') {
      found['handed over']++;
      continue;
    }
    const said = decision.content;
    const from = passages.find(({ text }) => text.includes(said.replace(/[.]$/, '')));
    const isRight = !said.includes('4711') && from && judge(question, from.text) === 'right';
    found[isRight ? 'right' : 'false']++;
  }
  return found;
}

describe('the English questions of the set, to a model', () => {
  const most = QUESTIONS.en.length * 0.05;

  it.each<[string, Model, number]>([
    ['that knows an answer when it reads one gets most of them', honest, 26],
    ['that invents a number answers nothing', inventing, 0],
    ['that cites what it was not given answers nothing', misciting, 0],
  ])('%s, and few wrongly', async (_what, model, right) => {
    const found = await decisionsOf(model);
    expect(found.false).toBeLessThanOrEqual(most);
    if (right === 0) expect(found.right).toBe(0);
    else expect(found.right).toBeGreaterThanOrEqual(right);
  });

  it('would be answered wrongly without the check', async () => {
    given.isChecked = false;
    const found = await decisionsOf(inventing);
    expect(found.false).toBeGreaterThan(most);
  });
});
