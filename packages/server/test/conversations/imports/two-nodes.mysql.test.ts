import { expect, it, onTestFinished } from 'vitest';
import { apiOf } from '../../support/api';
import { readSql } from '../../support/direct-sql';
import { startRelay, useRelay } from '../../support/relay';
import { createWorld } from '../../support/world';
import { conversation, importInto, outcomesOf } from './import-calls';

const relay = useRelay();

it('writes each conversation once when two nodes import the same ones at once', async () => {
  const other = await startRelay({ database: relay.database });
  onTestFinished(() => other.stop());
  const world = await createWorld(relay.url);
  const there = { ...world, owner: apiOf(other.url, world.ownerToken) };
  const lines = Array.from({ length: 300 }, () => conversation());
  const parts = Array.from({ length: 3 }, (_, n) => lines.slice(n * 100, n * 100 + 100));
  const answers = await Promise.all(
    parts.flatMap((part) => [importInto(world, part), importInto(there, part.toReversed())]),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const imported = answers.flatMap(outcomesOf).filter((outcome) => outcome === 'imported');
  expect(imported).toHaveLength(lines.length);
  const [count] = await readSql<{ messages: number }>(
    relay.database,
    `SELECT COUNT(*) AS messages FROM messages WHERE tenant_id = '${world.tenantId}'`,
  );
  expect(count).toEqual({ messages: 2 * lines.length });
});
