import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRelayProcess } from '../../../../../lab/bench/torture/relay-process';
import { bundleRelay } from '../../../support/bundled-relay';
import { readSql, writeSql } from '../../../support/direct-sql';
import { startMailStage } from '../../../support/mail-stage';
import { TEST_MASTER_KEY } from '../../../support/master-key';
import { VisitorSocket } from '../../../support/visitor-socket';
import { createVisitor } from '../../../support/world';

const KILLS = 3;
/** Time from the start to the first check for waiting visitors. */
const LOOK_MS = 5_000;

it(
  'is queued once, however often the relay is killed, and arrives when the mail server is back',
  { timeout: 240_000 },
  async () => {
    const { script } = await bundleRelay();
    const stage = await startMailStage({ bot: { kind: 'none' } });
    const { relay, operator, world, database, env, smtp } = stage;
    const { data } = await operator.api.get<{ account: { email: string } }>(
      '/console/fetch/account',
    );
    const visitor = await createVisitor(relay.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', 'Hello?');
    socket.close();
    await relay.stop();
    await writeSql(database, 'UPDATE conversations SET waiting_since = waiting_since - 121000');

    const folder = mkdtempSync(join(tmpdir(), 'chat-relay-killed-'));
    const settings = {
      ...env,
      ENV: 'local',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      MASTER_KEY: TEST_MASTER_KEY,
    };
    // Nothing listens there.
    const victim = await createRelayProcess(script, {
      ...settings,
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    for (let kill = 0; kill < KILLS; kill++) {
      await victim.start();
      await pause(LOOK_MS - 60 + kill * 60);
      await victim.kill();
    }
    await victim.start();
    const queued = () => readSql<{ recipient: string }>(database, 'SELECT recipient FROM mails');
    await expect.poll(queued, { timeout: 30_000 }).toEqual([{ recipient: data.account.email }]);
    await pause(LOOK_MS + 1_000);
    expect(await queued()).toHaveLength(1);
    await victim.stop();
    expect(victim.complaints()).toEqual([]);

    await writeSql(database, 'UPDATE mails SET due_at = 0');
    const back = await createRelayProcess(script, settings);
    await back.start();
    await expect.poll(() => smtp.mailsTo(data.account.email).length, { timeout: 30_000 }).toBe(1);
    await back.stop();
    rmSync(folder, { recursive: true, force: true });
    await smtp.close();
    await database.drop();
  },
);
