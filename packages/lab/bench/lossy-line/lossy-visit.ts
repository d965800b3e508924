import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { addOperator, createWorld, type WorldOperator } from '../../../server/test/support/world';
import { startLossyLine, type LossyLineOptions } from './lossy-line';
import { openShop, type ShownMessage, type VisitorPage } from './lossy-page';
import { seededRandom } from './seeded-random';

export interface LossyVisitOptions {
  /** Address of the relay without the line. */
  relayUrl: string;
  /** Browser context of the visitor, with empty storage. */
  browser: BrowserContext;
  /** The SDK as one ES module. */
  sdk: string;
  seed: number;
  /** Number of messages of the visitor, and of the operator. */
  messages: number;
  /** Time over which the messages are written. */
  durationMs: number;
  line?: LossyLineOptions;
  onProgress?(written: number): void;
}

/** Messages written, stored by the relay and shown to the visitor, and the differences. */
export interface LossyVisitReport {
  written: number;
  stored: number;
  shown: number;
  announced: number;
  /** Messages that are missing at the end, at the relay or with the visitor. */
  lost: number;
  /** Messages that are stored, shown or announced more than once. */
  doubled: number;
  /** Messages in another order than they were written in, or than the relay has them in. */
  reordered: number;
  cuts: number;
  stalls: number;
  reloads: number;
  outages: number;
}

const PATIENCE_MS = 90_000;
const PAGE_SIZE = 200;
/** The longest outage of the browser's network. */
const OUTAGE_MS = 2000;

/** A visitor in a browser and an operator write to each other over a bad line. */
export async function visitOverLossyLine(options: LossyVisitOptions): Promise<LossyVisitReport> {
  const { relayUrl, seed, messages, durationMs } = options;
  const random = seededRandom(seed);
  const line = await startLossyLine(relayUrl, seededRandom(seed + 1), options.line);
  const shop = await openShop(options.sdk);
  try {
    const world = await createWorld(relayUrl, {
      bot: { kind: 'none' },
      allowed_origins: [shop.origin],
    });
    const operator = await addOperator(relayUrl, world, 'Inès');
    const visitor = await shop.visit(options.browser, {
      baseUrl: line.url,
      tenantId: world.tenantId,
      publicKey: world.widgetKey,
    });
    await visitor.write('v0');
    const conversationId = await claim(operator, world.tenantId);

    const mishaps = createMishaps(visitor, random, durationMs / 15);
    for (let n = 1; n <= messages; n += 1) {
      await until(async () => {
        const isTaken = await visitor.write(`v${n}`);
        await mishaps.strike(); // with the message on its way
        return isTaken;
      });
      await operator.api.post('/console/send/message', {
        conversation_id: conversationId,
        client_msg_id: `o${n}`,
        content: `o${n}`,
      });
      await wait(random() * 2 * (durationMs / messages));
      if (n % 100 === 0) options.onProgress?.(n);
    }

    line.heal();
    await visitor.setOffline(false);
    await visitor.sent();
    const stored = await readAll(operator, conversationId);
    await visitor.seen(stored.at(-1)?.seq ?? 0);
    const shown = await visitor.readAll();
    const { announced, again } = await visitor.announcements();
    const differences = compare(messages, stored, shown);
    return {
      written: 2 * messages,
      stored: stored.length,
      shown: shown.length,
      announced,
      ...differences,
      doubled: differences.doubled + again,
      ...line.troubles(),
      ...mishaps.counts,
    };
  } finally {
    shop.close();
    line.close();
  }
}

/** Mishaps of the page at random moments: reloads alternate with losses of the network. */
function createMishaps(visitor: VisitorPage, random: () => number, paceMs: number) {
  const counts = { reloads: 0, outages: 0 };
  const reload = async () => {
    await visitor.reload();
    counts.reloads += 1;
  };
  const lose = async () => {
    await visitor.setOffline(true);
    counts.outages += 1;
    return random() * OUTAGE_MS;
  };
  const regain = () => visitor.setOffline(false);
  /** Each step may return the time until the next one. The last one reloads with all messages of an outage unsent. */
  const steps = [reload, lose, regain, lose, () => regain().then(reload)];
  const later = () => (0.5 + random()) * paceMs;
  let step = 0;
  let dueAtMs = Date.now() + later();

  return {
    counts,
    /** Carries out the next mishap if it is due. */
    async strike() {
      if (Date.now() < dueAtMs) return;
      const nextInMs = await steps[step]?.();
      step = (step + 1) % steps.length;
      dueAtMs = Date.now() + (nextInMs ?? later());
    },
  };
}

interface Stored {
  message_id: string;
  seq: number;
  content: string;
}

function compare(messages: number, stored: readonly Stored[], shown: readonly ShownMessage[]) {
  const report = { lost: 0, doubled: 0, reordered: 0 };
  for (const author of ['v', 'o']) {
    const pattern = new RegExp(`^${author}[1-9]\\d*$`);
    const written = Array.from({ length: messages }, (_, index) => `${author}${index + 1}`);
    for (const list of [stored, shown]) {
      const found = list.map(({ content }) => content).filter((content) => pattern.test(content));
      const unique = [...new Set(found)];
      report.lost += written.filter((content) => !unique.includes(content)).length;
      report.doubled += found.length - unique.length;
      report.reordered += unique.filter(
        (content, index) => index > 0 && numberOf(content) < numberOf(unique[index - 1] ?? ''),
      ).length;
    }
  }
  report.reordered += shown.filter(({ seq }, index) => seq !== index + 1).length;
  return report;
}

const numberOf = (content: string) => Number(content.slice(1));

async function claim(operator: WorldOperator, tenantId: string): Promise<string> {
  await operator.api.post('/console/set/presence', { status: 'online' });
  let conversationId: string | undefined;
  await until(async () => {
    const { data } = await operator.api.get<{ conversations: { conversation_id: string }[] }>(
      `/console/fetch/conversations?tenant_id=${tenantId}&status=WAITING`,
    );
    conversationId = data.conversations[0]?.conversation_id;
    return conversationId !== undefined;
  });
  await operator.api.post('/console/claim/conversation', { conversation_id: conversationId });
  return conversationId ?? '';
}

async function readAll(operator: WorldOperator, conversationId: string): Promise<Stored[]> {
  const all: Stored[] = [];
  for (;;) {
    const { data } = await operator.api.get<{ messages: Stored[]; has_more: boolean }>(
      `/console/fetch/messages?conversation_id=${conversationId}&limit=${PAGE_SIZE}&after_seq=${all.at(-1)?.seq ?? 0}`,
    );
    all.push(...data.messages);
    if (!data.has_more) return all;
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('the visitor did not get through in time');
    await wait(50);
  }
}
