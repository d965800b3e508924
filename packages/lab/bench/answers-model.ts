// The passages that a model gets for the question set. The relay's model is a stub that notes them, so answers cost
// nothing. Passages are found by words alone, then with an embedding model: a stub that knows some synonyms, or the
// real one of EMBEDDINGS_URL, EMBEDDINGS_API_KEY and EMBEDDINGS_MODEL.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { hasFact } from '../../server/test/bots/question-set/judge';
import { QUESTIONS } from '../../server/test/bots/question-set/questions';
import { LANGUAGES, type AnswerableQuestion } from '../../server/test/bots/question-set/types';
import { startEmbeddingsStub } from '../../server/test/support/embeddings-stub';
import { startModelStub } from '../../server/test/support/model-stub';
import { createWorld, type World } from '../../server/test/support/world';
import { SYNONYMS } from './answers-model/synonyms';
import { atEnd } from './support/at-end';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { createRelayHome } from './support/relay-home';

/** This program's bundle lies in node_modules/.cache/bench of the package. */
const DOCUMENTS = new URL('../../../test/bots/question-set/documents', import.meta.url);
/** The longest time for making the vectors of all passages. */
const VECTORS_MS = 600_000;
const FIRST = 5;

process.env['DATABASE'] ??= 'sqlite';
await runOnEachDatabase('answers-model', measure);

interface Given {
  title: string;
  text: string;
}

interface Asked {
  question: AnswerableQuestion;
  language: string;
  /** Passages that the model got; null if it was not asked. */
  given: Given[] | null;
  ms: number;
}

async function measure(figure: NewFigure): Promise<Figure[]> {
  const model = await startModelStub();
  atEnd(() => model.close());
  const stub = await startEmbeddingsStub(SYNONYMS);
  atEnd(() => stub.close());
  const relay = await (
    await createRelayHome()
  ).startRelay({ ...LIMITS_OFF, LIMIT_TEST_BOT_PER_ACCOUNT: '1000000' });
  const { EMBEDDINGS_URL: url, EMBEDDINGS_API_KEY: api_key, EMBEDDINGS_MODEL: name } = process.env;
  const embeddings = url ? { url, api_key, model: name } : { url: stub.url, model: 'stub' };
  model.always((reply) => reply.say('CANNOT'));

  const askAll = async (world: World): Promise<Asked[]> => {
    const all: Asked[] = [];
    for (const language of LANGUAGES) {
      for (const question of QUESTIONS[language]) {
        if (!('answer' in question)) continue;
        const before = model.asked.length;
        const began = performance.now();
        const body = { tenant_id: world.tenantId, content: question.text, locale: language };
        const tried = await world.owner.post('/console/test/bot', body);
        if (tried.status !== 200) throw new Error(`test/bot answered ${tried.status}`);
        const asked = model.asked[before]?.body.messages.at(-1)?.content;
        const given = asked && (JSON.parse(asked) as { passages: Given[] }).passages;
        all.push({ question, language, given: given || null, ms: performance.now() - began });
      }
    }
    return all;
  };

  const figures: Figure[] = [];
  for (const [how, settings] of [
    ['words', null],
    ['meaning too', embeddings],
  ] as const) {
    const world = await createWorld(relay.url, {
      bot: {
        kind: 'model',
        daily_tokens: 1_000_000_000,
        model: { url: model.url, api_key: 'sk', model: 'stub' },
        ...(settings && { embeddings: settings }),
      },
    });
    await addDocuments(world);
    if (settings) await vectorsMade(relay.url);
    const all = await askAll(world);
    show(how, all);
    const share = (count: number) => (count / all.length) * 100;
    figures.push(
      figure(`${how}: the answer is among the 8`, share(count(all, 8)), '%', '≥ 90'),
      figure(
        `${how}: the answer is among the first ${FIRST}`,
        share(count(all, FIRST)),
        '%',
        '≥ 90',
      ),
      figure(
        `${how}: p95`,
        percentile(
          all.map(({ ms }) => ms),
          0.95,
        ),
        'ms',
      ),
    );
  }
  return figures;
}

async function addDocuments(world: World): Promise<void> {
  for (const name of readdirSync(DOCUMENTS)) {
    const whole = readFileSync(new URL(name, DOCUMENTS), 'utf8');
    const [, title, locale, content] =
      /^---\ntitle: (.+)\nlocale: (\w+)\n---\n([\s\S]*)$/.exec(whole) ?? [];
    const created = await world.owner.post('/console/create/knowledge-document', {
      tenant_id: world.tenantId,
      title,
      locale,
      content,
    });
    if (created.status !== 201) throw new Error(`${name}: ${created.status}`);
  }
}

/** Waits until the relay has no passage left to embed. */
async function vectorsMade(url: string): Promise<void> {
  const until = performance.now() + VECTORS_MS;
  for (let idle = 0; idle < 4;) {
    if (performance.now() > until) throw new Error('the vectors take too long');
    await wait(500);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    idle = /^relay_embeddings_waiting 0$/m.test(metrics) ? idle + 1 : 0;
  }
}

/** Whether the first passages contain every fact of the answer. */
function isAmong({ question, given }: Asked, first: number): boolean {
  const texts = (given ?? []).slice(0, first).map(({ title, text }) => `${title}\n${text}`);
  return question.answer.every((group) =>
    group.some((fact) => texts.some((text) => hasFact(text, fact))),
  );
}

function count(all: readonly Asked[], first: number): number {
  return all.filter((one) => isAmong(one, first)).length;
}

function show(how: string, all: readonly Asked[]): void {
  const rows = new Map<string, Asked[]>();
  for (const one of all) {
    for (const row of [one.language, one.question.kind, 'all'])
      rows.set(row, [...(rows.get(row) ?? []), one]);
  }
  console.log(`${how}:`);
  console.table(
    [...rows].map(([row, some]) => ({
      row,
      questions: some.length,
      'not asked': some.filter(({ given }) => given === null).length,
      'among 8': count(some, 8),
      [`among ${FIRST}`]: count(some, FIRST),
    })),
  );
  const missed = all.filter((one) => !isAmong(one, 8)).map(({ question }) => question.id);
  console.log(`not among the 8: ${missed.join(' ')}`);
}
