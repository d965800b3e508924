import { createTestDatabase, type TestDatabaseAddress } from './database';
import { startRelay, type TestRelay, type TestRelayOptions } from './relay';
import { startSmtp, type TestSmtp } from './smtp-server';
import { addOperator, createWorld, type World, type WorldOperator } from './world';
import { apiOf } from './api';

export interface MailStage {
  relay: TestRelay;
  smtp: TestSmtp;
  database: TestDatabaseAddress;
  world: World;
  operator: WorldOperator;
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** So often a stage's relay looks for mails that are due. */
const SWEEPS_MS = 100;
/** Within this time it has looked several times, and what was due has arrived. */
export const LOOKED_MS = 5 * SWEEPS_MS;

/**
 * A relay that sends real mails, with a tenant and an operator. They are created by an earlier relay without a mail
 * server, which shows the codes that this one would mail.
 */
export async function startMailStage(
  tenant: Record<string, unknown> = {},
  options: TestRelayOptions = {},
): Promise<MailStage> {
  const [smtp, database] = await Promise.all([startSmtp(), createTestDatabase()]);
  const maker = await startRelay({ database });
  const made = await createWorld(maker.url, tenant);
  const operator = await addOperator(maker.url, made, 'Inès Moreau');
  await maker.stop();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Relay <relay@corp.test>', ...options.env };
  const relay = await startRelay({ mailSweepsMs: SWEEPS_MS, ...options, database, env });
  return {
    relay,
    smtp,
    database,
    world: { ...made, owner: apiOf(relay.url, made.ownerToken) },
    operator: { ...operator, api: apiOf(relay.url, operator.token) },
    env,
    stop: async () => {
      await relay.stop();
      await smtp.close();
      await database.drop();
    },
  };
}
