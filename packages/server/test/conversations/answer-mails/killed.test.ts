import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRelayProcess } from '../../../../lab/bench/torture/relay-process';
import { bundleRelay } from '../../support/bundled-relay';
import { readSql, writeSql } from '../../support/direct-sql';
import { startMailStage } from '../../support/mail-stage';
import { TEST_MASTER_KEY } from '../../support/master-key';
import { answer, leave, tokenIn, type Absence } from './stage';

const ANSWERS = 8;
const KILLS = 6;

it('queues each answer once, however often the relay is killed', { timeout: 240_000 }, async () => {
  const { script } = await bundleRelay();
  const stage = await startMailStage({ bot: { kind: 'none' } });
  const { relay, operator, database, env, smtp } = stage;
  const absences: Absence[] = [];
  for (let n = 0; n < ANSWERS; n++) {
    const away = await leave(stage, relay);
    await answer(operator.api, away, 'a1', `Answer ${n}`);
    absences.push(away);
  }
  await relay.stop();
  await writeSql(database, 'UPDATE awaited_answers SET due_at = due_at - 61000');

  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-killed-'));
  const victim = await createRelayProcess(script, {
    ...env,
    ENV: 'local',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
  });
  const queued = () =>
    readSql<{ session_id: string }>(database, 'SELECT session_id FROM visitor_mails');
  for (let kill = 0; kill < KILLS; kill++) {
    await victim.start();
    // The first check for due mails runs two seconds after the start.
    await pause(1_900 + kill * 40);
    await victim.kill();
    // Expires the leases of mails that the killed worker was sending.
    await writeSql(database, 'UPDATE mails SET due_at = 0');
  }
  await victim.start();
  const arrived = () => absences.filter(({ email }) => smtp.mailsTo(email).length > 0).length;
  await expect.poll(arrived, { timeout: 60_000 }).toBe(ANSWERS);
  await victim.stop();

  const sessions = (await queued()).map(({ session_id }) => session_id);
  expect(sessions.toSorted()).toEqual(absences.map(({ visitor }) => visitor.sessionId).toSorted());
  // A mail may arrive twice if the server's confirmation was lost, but with the same link.
  for (const { email } of absences) {
    const links = smtp.mailsTo(email).map(({ text }) => tokenIn(text));
    expect(new Set(links).size).toBe(1);
  }
  expect(victim.complaints()).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
  await smtp.close();
  await database.drop();
});
