import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { addOperator, createWorld, type WorldOperator } from '../../../server/test/support/world';
import { createChat, type Chat, type ChatMessage, type StorageLike } from '../../src/index';
import { startLossyLine, type LossyLineOptions } from './lossy-line';
import { seededRandom } from './seeded-random';

export interface LossyVisitOptions {
  /** The relay itself. */
  relayUrl: string;
  seed: number;
  /** How many the visitor writes, and how many the operator writes. */
  messages: number;
  /** Over what time. */
  durationMs: number;
  line?: LossyLineOptions;
  onProgress?(written: number): void;
}

/** What the relay holds, what the visitor sees, and what differs from what was written. */
export interface LossyVisitReport {
  written: number;
  stored: number;
  shown: number;
  /** Written, and not there in the end: at the relay, or with the visitor. */
  lost: number;
  /** There more than once, or announced more than once. */
  doubled: number;
  /** Not in the order in which they were written, or in another than the relay's. */
  reordered: number;
  cuts: number;
  stalls: number;
  reloads: number;
}

const PATIENCE_MS = 90_000;
const PAGE_SIZE = 200;

/** A visitor and an operator write to each other over a bad line, on pages that are reloaded now and then. */
export async function visitOverLossyLine(options: LossyVisitOptions): Promise<LossyVisitReport> {
  const { relayUrl, seed, messages, durationMs } = options;
  const random = seededRandom(seed);
  const line = await startLossyLine(relayUrl, seededRandom(seed + 1), options.line);
  const world = await createWorld(relayUrl, { bot: { kind: 'none' } });
  const operator = await addOperator(relayUrl, world, 'Inès');
  const device = createDevice();
  const announced = new Map<string, number>();
  let reloads = 0;

  function loadPage(): Chat {
    const chat = createChat({
      baseUrl: line.url,
      tenantId: world.tenantId,
      publicKey: world.widgetKey,
      origin: world.origin,
      storage: device,
      persistence: 'session',
      WebSocket,
    });
    chat.on('message', ({ messageId }) => {
      // Announced by each page once: a page that was reloaded may have to say it again.
      const key = `${reloads} ${messageId}`;
      announced.set(key, (announced.get(key) ?? 0) + 1);
    });
    chat.start({ open: true });
    return chat;
  }

  let chat = loadPage();
  // The page shows what became of a message; who wrote it need not wait for that.
  const write = (content: string) => void chat.send(content).catch(() => undefined);
  write('v0');
  const conversationId = await claim(operator, world.tenantId);

  let reloadAtMs = Date.now() + (1 + random()) * (durationMs / 10);
  for (let n = 1; n <= messages; n += 1) {
    write(`v${n}`);
    await operator.api.post('/console/send/message', {
      conversation_id: conversationId,
      client_msg_id: `o${n}`,
      content: `o${n}`,
    });
    await wait(random() * 2 * (durationMs / messages));
    if (Date.now() > reloadAtMs) {
      chat.destroy();
      reloads += 1;
      chat = loadPage();
      reloadAtMs = Date.now() + (0.5 + random()) * (durationMs / 10);
    }
    if (n % 100 === 0) options.onProgress?.(n);
  }

  line.heal();
  await until(() =>
    chat.getState().messages.every(({ state }) => state !== 'queued' && state !== 'sending'),
  );
  const stored = await readAll(operator, conversationId);
  await until(() => chat.getState().messages.at(-1)?.seq === stored.at(-1)?.seq);
  while (chat.getState().hasMoreHistory) await chat.loadHistory();
  const shown = chat.getState().messages;
  chat.destroy();
  const report = {
    written: 2 * messages,
    stored: stored.length,
    shown: shown.length,
    ...compare(messages, stored, shown),
    ...line.troubles(),
    reloads,
  };
  line.close();
  report.doubled += [...announced.values()].filter((times) => times > 1).length;
  return report;
}

interface Stored {
  message_id: string;
  seq: number;
  content: string;
}

function compare(messages: number, stored: readonly Stored[], shown: readonly ChatMessage[]) {
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

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('the visitor did not come back in time');
    await wait(50);
  }
}

function createDevice(): StorageLike {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}
