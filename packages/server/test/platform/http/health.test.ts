import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Hapi from '@hapi/hapi';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createReadinessCheck,
  registerHealth,
  type Readiness,
} from '../../../src/platform/http/server/health';
import { openTestDatabase } from '../../support/database';
import { startRelay } from '../../support/relay';

async function readiness(env: Record<string, string> = {}) {
  const relay = await startRelay({ env });
  onTestFinished(() => relay.stop());
  const response = await fetch(`${relay.url}/readyz`);
  return { status: response.status, body: (await response.json()) as object };
}

const database = process.env['TEST_DATABASE'] === 'mysql' ? 'mysql' : 'sqlite';

describe('/readyz', () => {
  it('is ready with a database and nothing else', async () => {
    expect(await readiness()).toEqual({
      status: 200,
      body: { status: 'ready', database, redis: 'unset', mail: 'unset', attachments: 'ok' },
    });
  });

  it('reports that Redis, the mail server and the bucket are down, and is ready nevertheless', async () => {
    const env = {
      REDIS_URL: 'redis://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      ATTACHMENTS_URL: 's3://files?endpoint=http://127.0.0.1:1',
      ATTACHMENTS_ACCESS_KEY_ID: 'key',
      ATTACHMENTS_SECRET_ACCESS_KEY: 'a-secret-of-the-bucket',
    };
    expect(await readiness({ ...env, MAIL_FROM: 'relay@corp.test' })).toEqual({
      status: 200,
      body: { status: 'ready', database, redis: 'away', mail: 'away', attachments: 'away' },
    });
  });

  it('reports whether the mail server accepts the relay’s login', async () => {
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'relay' }) : done(new Error('wrong')),
    });
    const server = smtp.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => new Promise<void>((resolve) => smtp.close(resolve)));
    const { port } = server.address() as AddressInfo;
    for (const [password, mail] of [
      ['right', 'ok'],
      ['wrong', 'away'],
    ]) {
      const env = {
        SMTP_URL: `smtp://relay:${password}@127.0.0.1:${port}`,
        MAIL_FROM: 'relay@corp.test',
      };
      expect((await readiness(env)).body).toMatchObject({ status: 'ready', mail });
    }
  });

  it.each([
    [5_000, 200],
    [5_001, 503],
  ])(
    'answers readyz, when a command has waited %i ms for its commit, with %i',
    async (waitedMs, status) => {
      const { database, close } = await openTestDatabase();
      onTestFinished(close);
      const server = Hapi.server();
      const readiness: Readiness = {
        isDraining: () => false,
        oldestCommandMs: () => waitedMs,
        redis: () => 'unset',
        mail: async () => 'unset',
        attachments: async () => 'ok',
      };
      registerHealth(server, createReadinessCheck(database, readiness));
      expect((await server.inject('/readyz')).statusCode).toBe(status);
    },
  );
});
