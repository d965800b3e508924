import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureJournal } from '../../../src/conversations/journal/metrics';
import { measureSockets } from '../../../src/conversations/sockets/metrics';
import { createMetrics } from '../../../src/platform/metrics/metrics';
import type { Database } from '../../../src/platform/storage/database';
import { addVisitorSession, surroundings, visitorSays } from '../../support/conversations';
import { openTestDatabase } from '../../support/database';
import { openTestJournal } from '../../support/journal';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
});
afterAll(() => close());

describe('the metrics of conversations', () => {
  it('counts commands and messages when they are committed', async () => {
    const metrics = createMetrics();
    const journal = openTestJournal({
      database,
    });
    measureJournal(metrics, journal, Date.now);
    const submitted = journal.submit({
      session: await addVisitorSession(database),
      command: visitorSays('hello'),
      surroundings: surroundings(),
    });
    expect(await metrics.registry.metrics()).toContain('relay_journal_depth 1\n');
    await submitted;
    await journal.drain();
    const text = await metrics.registry.metrics();
    for (const line of [
      'relay_journal_depth 0',
      'relay_journal_batch_commands_bucket{le="1"} 1',
      'relay_messages_committed_total{sender="visitor"} 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  it('counts the open sockets of visitors and of operators', async () => {
    const metrics = createMetrics();
    measureSockets(metrics, { visitor: () => 5, console: () => 1 });
    const text = await metrics.registry.metrics();
    expect(text).toContain('relay_sockets_open{kind="visitor"} 5\n');
    expect(text).toContain('relay_sockets_open{kind="console"} 1\n');
  });
});
