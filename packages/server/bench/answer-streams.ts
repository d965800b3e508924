// Streamed answers: what 100 conversations whose bot is writing cost other visitors' acks, how soon the first
// sentence of an answer is on the visitor's screen, and how soon a claim takes a draft back from every tab.
import { startModelStub, type ModelReply } from '../test/support/model-stub';
import { startRelay } from '../test/support/relay';
import { VisitorSocket } from '../test/support/visitor-socket';
import { addOperator, createVisitor, createWorld } from '../test/support/world';
import { isLoadProcess, runLoad, serveLoad, type LoadResult } from './support/ack-load';
import {
  ANSWERED,
  isModelProcess,
  QUESTION,
  serveModel,
  startAnsweringModel,
} from './support/answering-model';
import { atEnd } from './support/at-end';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';

const STREAMS = 100;
const SENDERS = 100;
const PER_SECOND = 200;
const SECONDS = 8;
const ROUNDS = 3;
const CLAIMS = 40;
/** Until every visitor has asked. */
const WARM_UP_MS = 5_000;

if (isLoadProcess()) serveLoad();
else if (isModelProcess()) await serveModel();
else await runOnEachDatabase('answer-streams', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const model = await startAnsweringModel(import.meta.url);
  atEnd(() => model.close());
  const stub = await startModelStub();
  atEnd(() => stub.close());
  const relay = await startRelay({ env: LIMITS_OFF });
  atEnd(() => relay.stop());
  const answeredBy = (url: string) =>
    createWorld(relay.url, {
      default_locale: 'en',
      bot: {
        kind: 'model',
        confidence_threshold: 0.1,
        daily_tokens: 1_000_000_000,
        faq: [ANSWERED],
        model: { url, api_key: 'sk', model: 'stub-1' },
      },
    });
  const [written, claimed, plain] = [
    await answeredBy(model.url),
    await answeredBy(stub.url),
    await createWorld(relay.url, { bot: { kind: 'none' } }),
  ];
  const tokensOf = async (world: typeof plain, count: number): Promise<string[]> => {
    const tokens = [];
    for (let n = 0; n < count; n++) {
      tokens.push((await createVisitor(relay.url, world, { locale: 'en' })).token);
    }
    return tokens;
  };
  const [askers, senders] = [await tokensOf(written, STREAMS), await tokensOf(plain, SENDERS)];
  const send = () =>
    runLoad(import.meta.url, {
      url: relay.url,
      tokens: senders,
      inFlight: 0,
      seconds: SECONDS,
      perSecond: PER_SECOND,
    });

  const rounds: { idle: LoadResult; streams: LoadResult; cores: number }[] = [];
  const drafts: number[] = [];
  let [answers, handedOver, claims]: [number, number, number[]] = [0, 0, []];
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await send();
    await model.ask(relay.url, askers);
    await sleep(WARM_UP_MS);
    await model.take();
    const cpuBefore = process.cpuUsage();
    const streams = await send();
    const cpu = process.cpuUsage(cpuBefore);
    const taken = await model.take();
    if (round === ROUNDS - 1) claims = await measureClaims();
    await model.rest();
    await sleep(1_000);
    drafts.push(...taken.firstDraftMs);
    answers += taken.answers;
    handedOver += taken.handedOver;
    rounds.push({ idle, streams, cores: (cpu.user + cpu.system) / 1e6 / (SECONDS + 1) });
  }
  const of = (load: 'idle' | 'streams', share: number): number =>
    median(rounds.map((round) => percentile(round[load].latenciesMs, share)));
  const errors = rounds.reduce((sum, { idle, streams }) => sum + idle.errors + streams.errors, 0);
  return [
    figure(`acks at ${PER_SECOND}/s, no stream, p50`, of('idle', 0.5), 'ms'),
    figure(`acks at ${PER_SECOND}/s, no stream, p99`, of('idle', 0.99), 'ms'),
    figure(`acks with ${STREAMS} streams, p50`, of('streams', 0.5), 'ms'),
    figure(`acks with ${STREAMS} streams, p99`, of('streams', 0.99), 'ms'),
    figure('p99 with streams ÷ without', of('streams', 0.99) / of('idle', 0.99), '×', '<= 1.5'),
    figure('relay with streams', median(rounds.map(({ cores }) => cores)), 'cores'),
    figure('first sentence → its draft, p50', percentile(drafts, 0.5), 'ms'),
    figure('first sentence → its draft, p99', percentile(drafts, 0.99), 'ms', '<= 50'),
    figure('claim → no draft on both tabs, p50', percentile(claims, 0.5), 'ms'),
    figure('claim → no draft on both tabs, p99', percentile(claims, 0.99), 'ms', '<= 100'),
    figure('answers', answers, 'answers'),
    figure('handed over or refused', handedOver + errors, '', '0'),
  ];

  /** With the streams: from the claim's request to the draft's end on both tabs of its visitor. */
  async function measureClaims(): Promise<number[]> {
    const operator = await addOperator(relay.url, claimed, 'Otto');
    const times: number[] = [];
    for (const token of await tokensOf(claimed, CLAIMS)) {
      const tabs = [
        await VisitorSocket.open(relay.url, token),
        await VisitorSocket.open(relay.url, token),
      ];
      await tabs[0]?.say('m1', QUESTION);
      const reply = await stub.next();
      reply.token(`Delivery to your home costs 4,90 € [${idOf(reply)}].`);
      await Promise.all(tabs.map((tab) => tab.next('draft')));
      const { conversation } = (await tabs[0]?.next('status')) ?? {};
      const from = performance.now();
      const [{ status }] = await Promise.all([
        operator.api.post('/console/claim/conversation', {
          conversation_id: conversation?.conversation_id,
        }),
        ...tabs.map((tab) => tab.next('draft_end')),
      ]);
      times.push(performance.now() - from);
      if (status !== 200) throw new Error(`the claim was answered ${status}`);
      for (const tab of tabs) tab.ws.terminate();
    }
    return times;
  }
}

function idOf({ body }: ModelReply): string {
  const { passages } = JSON.parse(body.messages.at(-1)?.content ?? '{}') as {
    passages: { id: string; text: string }[];
  };
  return passages.find(({ text }) => text.includes('4,90'))?.id ?? 'p0';
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
