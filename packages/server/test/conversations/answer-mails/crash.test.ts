import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSql } from '../../support/direct-sql';
import { startMailStage, type MailStage } from '../../support/mail-stage';
import { startRelay, type TestRelay } from '../../support/relay';
import { answer, leave, type Absence } from './stage';

const ANSWERS = 12;

describe('mailed answers', () => {
  let stage: MailStage;
  let nodes: TestRelay[];

  beforeAll(async () => {
    stage = await startMailStage({ bot: { kind: 'none' } });
    nodes = [];
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await stage.stop();
  });

  it('are sent by the next start, when a relay ended before they were due', async () => {
    const { relay, operator, smtp, database, env } = stage;
    const away = await leave(stage, relay);
    await answer(operator.api, away, 'a1', 'Hello.');
    await relay.stop();
    const after = await startRelay({ database, env, clock: () => Date.now() + 62_000 });
    await expect.poll(() => smtp.mailsTo(away.email).length, { timeout: 15_000 }).toBe(1);
    await after.stop();
    stage.relay = await startRelay({ database, env });
  });

  if (process.env['TEST_DATABASE'] !== 'mysql') return;

  it('are sent once each by three nodes that look at the same time', async () => {
    const { relay, operator, smtp, database, env } = stage;
    const api = (await import('../../support/api')).apiOf(relay.url, operator.token);
    const absences: Absence[] = [];
    for (let n = 0; n < ANSWERS; n++) {
      const away = await leave(stage, relay);
      await answer(api, away, 'a1', `Answer ${n}`);
      absences.push(away);
    }
    const clock = () => Date.now() + 62_000;
    nodes = await Promise.all([1, 2, 3].map(() => startRelay({ database, env, clock })));
    await expect
      .poll(() => absences.filter(({ email }) => smtp.mailsTo(email).length > 0).length, {
        timeout: 30_000,
      })
      .toBe(ANSWERS);
    await expect
      .poll(() => readSql(database, 'SELECT * FROM awaited_answers', []), { timeout: 15_000 })
      .toEqual([]);
    for (const { email } of absences) expect(smtp.mailsTo(email)).toHaveLength(1);
  });
});
