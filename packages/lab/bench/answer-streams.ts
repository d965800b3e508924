// Streamed answers: what 100 conversations whose bot is writing cost other visitors' acks, how soon the first
// sentence of an answer is on the visitor's screen, and how soon a claim takes a draft back from every tab.
import { startModelStub, type ModelReply } from '../../server/test/support/model-stub';
import { VisitorSocket } from '../../server/test/support/visitor-socket';
import { addOperator, createVisitor, createWorld } from '../../server/test/support/world';
import { isLoadProcess, runLoad, serveLoad, type LoadResult } from './support/ack-load';
import {
  ANSWERED,
  isModelProcess,
  QUESTION,
  serveModel,
  startAnsweringModel,
  type AnswerFigures,
} from './support/answering-model';
import { atEnd } from './support/at-end';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { cpuSeconds } from './support/process-figures';
import { createRelayHome } from './support/relay-home';

const STREAMS = 100;
const SENDERS = 100;
const PER_SECOND = 200;
const SECONDS = 8;
const ROUNDS = 3;
const CLAIMS = 40;
/** Long enough for every visitor to ask. */
const WARM_UP_MS = 5_000;
/** Length of an answer in sentences of 8 tokens. The relay asks models for 120 words at most: a long answer has 98. */
const SHORT = 8;
const LONG = 14;
const KINDS = ['short', 'long', 'elsewhere'] as const;
type Kind = (typeof KINDS)[number];

if (isLoadProcess()) serveLoad();
else if (isModelProcess()) await serveModel();
else await runOnEachDatabase('answer-streams', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const model = await startAnsweringModel(import.meta.url);
  atEnd(() => model.close());
  const stub = await startModelStub();
  atEnd(() => stub.close());
  const relay = await (await createRelayHome()).startRelay(LIMITS_OFF);
  const answeredBy = (url: string, relayUrl = relay.url) =>
    createWorld(relayUrl, {
      default_locale: 'en',
      bot: {
        kind: 'model',
        confidence_threshold: 0.1,
        daily_tokens: 1_000_000_000,
        faq: [ANSWERED],
        model: { url, api_key: 'sk', model: 'stub-1' },
      },
    });
  const tokensOf = async (
    world: Awaited<ReturnType<typeof createWorld>>,
    count: number,
    relayUrl = relay.url,
  ): Promise<string[]> => {
    const tokens = [];
    for (let n = 0; n < count; n++) {
      tokens.push((await createVisitor(relayUrl, world, { locale: 'en' })).token);
    }
    return tokens;
  };
  const claimed = await answeredBy(stub.url);
  const plain = await createWorld(relay.url, { bot: { kind: 'none' } });
  const senders = await tokensOf(plain, SENDERS);
  const askers = await tokensOf(await answeredBy(model.url), STREAMS);
  // The same streams on another relay show how much of the slowdown is only the processor time that they take.
  const other = await (await createRelayHome()).startRelay(LIMITS_OFF);
  const itsAskers = await tokensOf(await answeredBy(model.url, other.url), STREAMS, other.url);

  const send = () =>
    runLoad(import.meta.url, {
      url: relay.url,
      tokens: senders,
      inFlight: 0,
      seconds: SECONDS,
      perSecond: PER_SECOND,
    });
  const idle: LoadResult[] = [];
  const streams: Record<Kind, Streams[]> = { short: [], long: [], elsewhere: [] };
  let claims: number[] = [];
  await send(); // the relay compiles its code
  for (let round = 0; round < ROUNDS; round++) {
    idle.push(await send());
    for (const kind of KINDS) streams[kind].push(await measureStreams(kind));
  }
  const all = KINDS.flatMap((kind) => streams[kind]);
  const loadsOf = (kind: Kind): LoadResult[] => streams[kind].map(({ load }) => load);
  const ofLoads = (loads: LoadResult[], share: number): number =>
    median(loads.map(({ latenciesMs }) => percentile(latenciesMs, share)));
  const figuresOf = (kind: 'short' | 'long'): Figure[] => {
    const drafts = streams[kind].flatMap(({ firstDraftMs }) => firstDraftMs);
    const p99 = ofLoads(loadsOf(kind), 0.99);
    return [
      figure(`acks with ${STREAMS} streams, ${kind}, p50`, ofLoads(loadsOf(kind), 0.5), 'ms'),
      figure(`acks with ${STREAMS} streams, ${kind}, p99`, p99, 'ms'),
      figure(`p99 ÷ without streams, ${kind}`, p99 / ofLoads(idle, 0.99), '×', '<= 1.5'),
      figure(`relay, ${kind}`, median(streams[kind].map(({ cores }) => cores)), 'cores'),
      figure(`first sentence → its draft, ${kind}, p50`, percentile(drafts, 0.5), 'ms'),
      figure(`first sentence → its draft, ${kind}, p99`, percentile(drafts, 0.99), 'ms', '<= 50'),
    ];
  };
  const elsewhere = ofLoads(loadsOf('elsewhere'), 0.99);
  const errors = sum([...idle, ...all.map(({ load }) => load)].map((load) => load.errors));
  return [
    figure(`acks at ${PER_SECOND}/s, no stream, p50`, ofLoads(idle, 0.5), 'ms'),
    figure(`acks at ${PER_SECOND}/s, no stream, p99`, ofLoads(idle, 0.99), 'ms'),
    ...figuresOf('short'),
    ...figuresOf('long'),
    figure('acks, long streams on another relay, p99', elsewhere, 'ms'),
    figure('claim → no draft on both tabs, p50', percentile(claims, 0.5), 'ms'),
    figure('claim → no draft on both tabs, p99', percentile(claims, 0.99), 'ms', '<= 100'),
    figure('handed over or refused', sum(all.map((one) => one.handedOver)) + errors, '', '0'),
  ];

  async function measureStreams(kind: Kind): Promise<Streams> {
    const isHere = kind !== 'elsewhere';
    const [url, tokens] = isHere ? [relay.url, askers] : [other.url, itsAskers];
    await model.ask(url, tokens, kind === 'short' ? SHORT : LONG);
    await sleep(WARM_UP_MS);
    await model.take();
    const cpuBefore = cpuSeconds(relay.pid());
    const load = await send();
    const cores = (cpuSeconds(relay.pid()) - cpuBefore) / (SECONDS + 1);
    const taken = await model.take();
    if (kind === 'long' && claims.length === 0) claims = await measureClaims();
    await model.rest();
    await sleep(1_000);
    return { ...taken, load, cores };
  }

  /**
   * Times in ms, measured while the streams run, from the claim's request to the draft's end on both of the visitor's
   * tabs.
   */
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

interface Streams extends AnswerFigures {
  load: LoadResult;
  /** Processor time of the relay per second. */
  cores: number;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
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
