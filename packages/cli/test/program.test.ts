import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startConnectProxy } from '../../server/test/support/connect-proxy';
import { configFolder } from './support/relayctl';
import { TOKEN } from './support/scripted-relay';
import { setUpScripted } from './support/scripted-relayctl';

const scripted = setUpScripted();

describe('the command line', () => {
  it('ends with 5 when nothing listens', async () => {
    const { run } = await scripted.setUp();
    const env = { RELAY_URL: 'http://127.0.0.1:9', RELAY_TOKEN: TOKEN };
    expect(await run(['whoami'], env)).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('127.0.0.1:9'),
    });
  });

  it('calls the relay through the proxy, and a relay on this machine directly', async () => {
    const { run, relay } = await scripted.setUp();
    const proxy = await startConnectProxy(Number(new URL(relay.url).port));
    onTestFinished(proxy.close);
    const env = { HTTP_PROXY: proxy.url, RELAY_TOKEN: TOKEN };
    await run(['whoami'], env);
    expect(proxy.asked).toEqual([]);
    await run(['whoami', '--url', 'http://relay.test'], { ...env, NO_PROXY: '.test' });
    expect(proxy.asked).toEqual([]);
    const through = await run(['whoami', '--url', 'http://relay.test'], env);
    expect(proxy.asked).toEqual(['relay.test:80']);
    expect(through.exitCode).not.toBe(5);
  });

  it('ends with 5 when what answers is no relay', async () => {
    const { run } = await scripted.setUp();
    const server = createServer((_request, response) => response.end('<h1>It works!</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await run(['whoami', '--url', url], { RELAY_TOKEN: TOKEN })).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('not as a chat relay'),
    });
  });

  it.each([
    [['nope']],
    [['whoami', '--nope']],
    [['whoami', '--url', 'ftp://relay.example']],
    [['whoami', '--url', 'https://user:secret@relay.example']],
    [['bootstrap', '--password-stdin']],
  ])('ends with 2 on %j', async (args) => {
    const { run } = await scripted.setUp();
    expect(await run(args)).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('ends with 2 and a line for each setting that cannot work', async () => {
    const { run } = await scripted.setUp();
    const env = { RELAY_URL: 'relay.example', RELAY_TOKEN: '"s3cr3t"' };
    const { exitCode, stderr } = await run(['whoami'], env);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^relayctl: RELAY_URL: [^\n]+\nRELAY_TOKEN: [^\n]+\n$/);
    expect((await run(['--help'], env)).exitCode).toBe(0);
  });

  it.each([[['--help']], [['login', '--help']], [['inbox', '--help']], [['bootstrap', '--help']]])(
    'explains itself with examples on %j',
    async (args) => {
      const { run } = await scripted.setUp();
      const { exitCode, stdout, stderr } = await run(args);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toContain('Examples:\n  ');
      expect(stdout).toContain('--json');
    },
  );

  it('ends with 1 and one line where its result can’t be written', async () => {
    const stderr = join(configFolder(), 'stderr');
    const command = `${process.execPath} ${scripted.main()} completion bash > /dev/full 2> ${stderr}`;
    expect(spawnSync('sh', ['-c', command]).status).toBe(1);
    expect(readFileSync(stderr, 'utf8')).toMatch(/^relayctl: .+ENOSPC.+\n$/);
  });

  it('shows what the relay says without letting it touch the terminal', async () => {
    const { relay, run } = await scripted.setUp();
    const message = 'Fill in the field b\u001b[2J.';
    relay.script('GET fetch/account', { status: 422, data: { code: 'invalid_request' }, message });
    const { stderr } = await run(['whoami'], { RELAY_TOKEN: TOKEN });
    expect(stderr).toContain('␛[2J');
    expect(stderr).not.toContain('\u001b');
  });
});
