import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, quietLog } from '../../../server/test/support/database';
import { grow, type Growth } from '../../../server/test/support/growth';
import { createWorld, register, uniqueEmail } from '../../../server/test/support/world';
import { openDatabase } from '../../../server/src/platform/storage/open-database';
import { newId } from '../../../server/src/platform/ids';
import { atEnd } from '../support/at-end';
import { LIMITS_OFF } from '../support/limits-off';
import { relayScript } from '../support/relay-home';
import { createRelayProcess } from '../torture/relay-process';

/** A relay with many conversations, and an operator of their tenant. */
export interface Stage {
  url: string;
  email: string;
  longConversationId: string;
}

export async function createStage(sizes: {
  /** Number of waiting conversations; as many are resolved. */
  conversations: number;
  messages: number;
}): Promise<Stage> {
  const address = await createTestDatabase();
  atEnd(() => address.drop());
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-rows-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  // BASE_URL is not set, because the console's cookie requires the relay's real address.
  const relay = await createRelayProcess(relayScript(), {
    ...LIMITS_OFF,
    ENV: 'local',
    LOG_LEVEL: 'error',
    DATABASE_URL: address.url,
    DATA_DIR: dataDir,
  });
  atEnd(() => relay.kill());
  await relay.start();
  const world = await createWorld(relay.url, { bot: { kind: 'none' } });
  const email = uniqueEmail();
  const invited = await world.owner.post<{ dev_invite_token: string }>('/console/create/operator', {
    workspace_id: world.workspaceId,
    email,
    display_name: 'Ann',
    tenant_ids: [world.tenantId],
  });
  await register(relay.url, email, 'Ann', { invite_token: invited.data.dev_invite_token });
  await relay.stop();

  const longConversationId = await fill(address.url, world.tenantId, sizes);
  await relay.start();
  return { url: relay.url, email, longConversationId };
}

const MONTH_MS = 30 * 24 * 3_600_000;

async function fill(
  databaseUrl: string,
  tenantId: string,
  { conversations, messages }: { conversations: number; messages: number },
): Promise<string> {
  const database = await openDatabase(databaseUrl, quietLog);
  const usual: Growth = {
    tenantIds: [tenantId],
    operatorIds: [newId()],
    conversations,
    messagesEach: 1,
    eventsEach: 0,
    laneEvery: Infinity,
  };
  await grow(database, usual);
  await database.transaction((tx) =>
    tx.run(
      `UPDATE conversations SET status = 'WAITING', waiting_since = started_at,
         operator_id = NULL, operator_display_name = NULL`,
    ),
  );
  await grow(database, usual);
  // Half of the sessions that `grow` makes have expired. They must live, or the relay would remove them.
  await database.transaction((tx) =>
    tx.run('UPDATE visitor_sessions SET expires_at = expires_at + ?, purge_at = NULL', [MONTH_MS]),
  );
  // `grow` returns every hundredth session from the seventh on, so seven conversations return one.
  const [long] = await grow(database, { ...usual, conversations: 7, messagesEach: messages });
  await database.close();
  if (!long) throw new Error('there is no long conversation');
  return long.conversationId;
}
