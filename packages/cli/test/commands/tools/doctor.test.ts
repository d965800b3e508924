import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startBotBackend } from '../../../../server/test/support/bot-backend';
import { createTestRedis } from '../../../../server/test/support/redis-server';
import { startRelay } from '../../../../server/test/support/relay';
import { addOperator } from '../../../../server/test/support/world';
import { setUpPlatform } from '../../support/platform';

const platform = setUpPlatform();

/** A mail server that greets and accepts no mail. */
async function startMailServer(): Promise<Server> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (line) => {
      const isOver = String(line).startsWith('QUIT');
      socket.write(isOver ? '221 bye\r\n' : '250 fine\r\n');
      if (isOver) socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('doctor', () => {
  it('reports a healthy relay, in text without colours and as JSON', async () => {
    const { ownerToken } = await platform.createWorld();
    const text = await platform.as(ownerToken)(['doctor']);
    expect(text).toMatchObject({ exitCode: 0, stderr: '' });
    expect(text.stdout.match(/^✓ /gm)).toHaveLength(9);
    expect(text.stdout.match(/^– /gm)).toHaveLength(3);
    const json = await platform.as(ownerToken)(['doctor', '--json']);
    const { checks } = JSON.parse(json.stdout) as { checks: object[] };
    expect(checks).toEqual(
      Object.entries({
        reachable: true,
        clock: true,
        versions: true,
        database: true,
        redis: true,
        mail: true,
        attachments: true,
        'master key': true,
        disk: null,
        addresses: null,
        login: true,
        callbacks: null,
      }).map(([name, ok]) => ({ name, ok, message: expect.any(String) })),
    );
  });

  it('names the tenant whose backend fails, and tries none that the account can’t manage', async () => {
    const backend = await startBotBackend(() => ({ received: true }));
    onTestFinished(() => backend.close());
    const world = await platform.createWorld({ callback_url_base: backend.url });
    const well = await platform.as(world.ownerToken)(['doctor']);
    expect(well).toMatchObject({ exitCode: 0, stderr: '' });
    expect(well.stdout).toMatch(/^✓ callbacks +Shop: answered 200 in \d+ ms, http/m);
    expect(backend.received).toMatchObject([{ event: 'test' }]);

    const gone = await startBotBackend(() => ({}));
    await gone.close();
    const created = await world.owner.post('/console/create/tenant', {
      workspace_id: world.workspaceId,
      tenant_name: 'Broken',
      allowed_origins: ['https://b.example'],
      callback_url_base: gone.url,
    });
    expect(created.status).toBe(201);
    const ill = await platform.as(world.ownerToken)(['doctor']);
    expect(ill).toMatchObject({ exitCode: 1, stderr: 'relayctl: Failed checks: callbacks.\n' });
    expect(ill.stdout).toMatch(/^✗ callbacks +Broken: /m);
    expect(ill.stdout).toMatch(/^✓ callbacks +Shop: /m);

    const { token } = await addOperator(platform.relay().url, world, 'Oscar');
    const operator = await platform.as(token)(['doctor']);
    expect(operator).toMatchObject({ exitCode: 0, stderr: '' });
    expect(operator.stdout).toMatch(/^– callbacks +not tested: your role does not/m);
  });

  it('reports an unreachable Redis and mail server', async () => {
    const smtp = await startMailServer();
    onTestFinished(() => void smtp.close());
    const { port } = smtp.address() as AddressInfo;
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'relay@corp.test' };
    const relay = await startRelay({ env });
    onTestFinished(() => relay.stop());
    const well = await platform.run(['doctor'], { RELAY_URL: relay.url });
    expect(well).toMatchObject({ exitCode: 0, stderr: '' });
    expect(well.stdout).toMatch(/^✓ mail +the relay can sign in to its mail server/m);

    const away = { SMTP_URL: 'smtp://127.0.0.1:9', REDIS_URL: 'redis://127.0.0.1:9' };
    const alone = await startRelay({ env: { ...env, ...away } });
    onTestFinished(() => alone.stop());
    const ill = await platform.run(['doctor'], { RELAY_URL: alone.url });
    expect(ill).toMatchObject({ exitCode: 1, stderr: 'relayctl: Failed checks: redis, mail.\n' });
    expect(ill.stdout).toMatch(/^✗ redis .+REDIS_URL/m);
    expect(ill.stdout).toMatch(/^✗ mail .+SMTP_URL/m);
  });

  if (process.env['TEST_REDIS_URL'] !== undefined) {
    it('reports that Redis is down, and that it is back', async () => {
      const redis = await createTestRedis();
      onTestFinished(() => redis.stop());
      const relay = await startRelay({ env: { REDIS_URL: redis.url } });
      onTestFinished(() => relay.stop());
      const expectRedis = (line: RegExp, exitCode: number) =>
        vi.waitFor(async () => {
          const outcome = await platform.run(['doctor'], { RELAY_URL: relay.url });
          expect(outcome.stdout).toMatch(line);
          expect(outcome.exitCode).toBe(exitCode);
        }, 10_000);
      await expectRedis(/^✓ redis +answers$/m, 0);
      await redis.stop();
      await expectRedis(/^✗ redis .+REDIS_URL/m, 1);
      await redis.start();
      await expectRedis(/^✓ redis +answers$/m, 0);
    });
  }

  it('colours the results of doctor in a terminal, and not with NO_COLOR', async () => {
    const { ownerToken: token } = await platform.createWorld();
    const coloured = await platform.runInTerminal('doctor', { token });
    expect(coloured.output).toContain('\u001b[32m✓');
    const plain = await platform.runInTerminal('doctor', { token }, { NO_COLOR: '1' });
    expect(plain.output).toContain('✓ reachable');
    expect(plain.output).not.toContain('\u001b');
  });

  it('ends doctor with 1 and names the checks that failed', async () => {
    const outcome = await platform.as('no-token')(['doctor']);
    expect(outcome).toMatchObject({ exitCode: 1, stderr: 'relayctl: Failed checks: login.\n' });
    expect(outcome.stdout).toMatch(/^✗ login +Your login has expired\. Run relayctl login\.$/m);
  });

  it('reports a wrong clock and an unreachable database', async () => {
    const server = createServer((request, response) => {
      const isReady = request.url !== '/readyz';
      if (request.url?.startsWith('/api/')) {
        response.writeHead(401, { date: 'Sat, 01 Jan 2000 00:00:00 GMT' });
        return response.end(JSON.stringify({ data: { code: 'unauthenticated' }, message: '' }));
      }
      response.writeHead(isReady ? 200 : 503, { date: 'Sat, 01 Jan 2000 00:00:00 GMT' });
      const state = { status: 'database_unavailable', info: { version: '99.0.0' } };
      return response.end(JSON.stringify(state));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const outcome = await platform.run(['doctor'], { RELAY_URL: `http://127.0.0.1:${port}` });
    expect(outcome).toMatchObject({
      exitCode: 1,
      stderr: 'relayctl: Failed checks: clock, versions, database.\n',
    });
  });
});
