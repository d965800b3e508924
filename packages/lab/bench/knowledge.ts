// The indexes of knowledge documents: their memory with many large tenants, the time to load one, how long that blocks
// the event loop, and the time of a question to a loaded index.
//   DATABASE=sqlite TENANTS=50 DOCUMENTS=1000 QUESTIONS=500 npm run bench -- knowledge
import { createTenantIndexes } from '../../server/src/bots/knowledge/tenant-indexes';
import { newId } from '../../server/src/platform/ids';
import { longestTurnMs } from '../../server/test/bots/knowledge/longest-turn';
import { headingOf, stockDocuments } from '../../server/test/bots/knowledge/stock';
import { openTestDatabase, quietLog } from '../../server/test/support/database';
import { atEnd } from './support/at-end';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, percentile, type Figure } from './support/figures';
import { residentBytes } from './support/process-figures';

const TENANTS = Number(process.env['TENANTS'] ?? 50);
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 1_000);
const PASSAGES_EACH = 10;
const QUESTIONS = Number(process.env['QUESTIONS'] ?? 500);
const MIB = 1024 * 1024;
const LIMIT_MIB = 256;

await runOnEachDatabase('knowledge', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const { database, close } = await openTestDatabase();
  atEnd(close);
  const tenants = Array.from({ length: TENANTS }, () => newId());
  for (const tenantId of tenants) {
    await stockDocuments(database, { tenantId, documents: DOCUMENTS, passagesEach: PASSAGES_EACH });
  }
  const indexes = createTenantIndexes({ database, log: quietLog, maxBytes: LIMIT_MIB * MIB });
  atEnd(() => indexes.stop());
  const ask = async (tenantId: string, question: string): Promise<number> => {
    const began = performance.now();
    const index = await indexes.of(tenantId);
    const found = await index?.search(question);
    if (!found?.length) throw new Error('nothing was found');
    return performance.now() - began;
  };

  const before = residentBytes(process.pid);
  let most = 0;
  let mostKept = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(process.pid));
    mostKept = Math.max(mostKept, indexes.figures().bytes);
  }, 20);
  const coldMs: number[] = [];
  const warmMs: number[] = [];
  const cpuMs: number[] = [];
  const turnMs = await longestTurnMs(async () => {
    for (const [place, tenantId] of tenants.entries()) {
      const cpu = process.cpuUsage();
      coldMs.push(await ask(tenantId, headingOf(place, 3)));
      const { user, system } = process.cpuUsage(cpu);
      cpuMs.push((user + system) / 1_000);
    }
    const last = tenants.at(-1) ?? '';
    for (let i = 0; i < QUESTIONS; i++) {
      warmMs.push(await ask(last, headingOf((i * 31) % DOCUMENTS, i % PASSAGES_EACH)));
    }
  });
  clearInterval(timer);
  const name = `${TENANTS} tenants of ${DOCUMENTS * PASSAGES_EACH} passages`;
  return [
    figure(`${name}: memory of the indexes`, mostKept / MIB, 'MiB', `≤ ${LIMIT_MIB}`),
    figure(`${name}: memory that the process gained`, (most - before) / MIB, 'MiB'),
    figure('indexes in memory', indexes.figures().tenants, 'tenants'),
    figure('a cold tenant, p50', median(coldMs), 'ms', '≤ 2000'),
    figure('a cold tenant, processor time, p50', median(cpuMs), 'ms'),
    figure('a cold tenant, longest', Math.max(...coldMs), 'ms', '≤ 2000'),
    figure('longest turn of the event loop', turnMs, 'ms', '≤ 20'),
    figure('a question to a warm index, p50', median(warmMs), 'ms'),
    figure('a question to a warm index, p99', percentile(warmMs, 0.99), 'ms', '≤ 20'),
  ];
}
