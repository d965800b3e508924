import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setUpPlatform } from '../support/platform';

const platform = setUpPlatform();

describe('doctor', () => {
  it('finds a relay well, in text without colours and as JSON', async () => {
    const { ownerToken } = await platform.createWorld();
    const text = await platform.as(ownerToken)(['doctor']);
    expect(text).toMatchObject({ exitCode: 0, stderr: '' });
    expect(text.stdout.match(/^✓ /gm)).toHaveLength(5);
    const json = await platform.as(ownerToken)(['doctor', '--json']);
    const { checks } = JSON.parse(json.stdout) as { checks: object[] };
    expect(checks).toEqual(
      ['reachable', 'clock', 'versions', 'database', 'login'].map((name) => ({
        name,
        ok: true,
        message: expect.any(String),
      })),
    );
  });

  it('colours its signs in a terminal, and not with NO_COLOR', async () => {
    const { ownerToken: token } = await platform.createWorld();
    const coloured = await platform.runInTerminal('doctor', { token });
    expect(coloured.output).toContain('\u001b[32m✓');
    const plain = await platform.runInTerminal('doctor', { token }, { NO_COLOR: '1' });
    expect(plain.output).toContain('✓ reachable');
    expect(plain.output).not.toContain('\u001b');
  });

  it('ends with 1 and says what is ill', async () => {
    const outcome = await platform.as('no token')(['doctor']);
    expect(outcome).toMatchObject({ exitCode: 1, stderr: 'relayctl: Not well: login.\n' });
    expect(outcome.stdout).toMatch(/^✗ login +You are not signed in: run relayctl login\.$/m);
  });

  it('tells a relay whose clock is wrong and whose database is away', async () => {
    const server = createServer((request, response) => {
      const isReady = request.url !== '/readyz';
      response.writeHead(isReady ? 200 : 503, { date: 'Sat, 01 Jan 2000 00:00:00 GMT' });
      const state = { status: 'database_unavailable', info: { version: '99.0.0' } };
      response.end(JSON.stringify(state));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const outcome = await platform.run(['doctor'], { RELAY_URL: `http://127.0.0.1:${port}` });
    expect(outcome).toMatchObject({
      exitCode: 1,
      stderr: 'relayctl: Not well: clock, versions, database.\n',
    });
  });

  it('ends with 5 where no relay answers', async () => {
    const server = createServer((_request, response) => response.end('<h1>It works!</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const env = { RELAY_URL: `http://127.0.0.1:${port}` };
    expect(await platform.run(['doctor'], env)).toMatchObject({ exitCode: 5, stdout: '' });
  });
});

describe('completion', () => {
  /** What bash offers for a command line that ends at the cursor. */
  const completeInBash = (script: string, words: readonly string[]): string[] => {
    const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _relayctl; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const output = execFileSync('bash', ['-c', program, 'bash', ...words], { encoding: 'utf8' });
    return output.split('\n').filter((line) => line !== '');
  };

  it('completes commands, their commands and their options in bash', async () => {
    const { stdout } = await platform.run(['completion', 'bash']);
    expect(completeInBash(stdout, ['relayctl', 'ten'])).toEqual(['tenant', 'tenants']);
    expect(completeInBash(stdout, ['relayctl', 'tenant', 'ro'])).toEqual(['rotate-secret']);
    expect(completeInBash(stdout, ['relayctl', '--json', 'tenant', 'sh'])).toEqual(['show']);
    expect(completeInBash(stdout, ['relayctl', 'suspend', 'Shop', '--'])).toEqual([
      '--reason',
      '--yes',
      '--url',
      '--profile',
      '--json',
      '--help',
    ]);
  });

  it.each([
    ['zsh', /^#compdef relayctl\n/, "'suspend:Cut a tenant off"],
    ['fish', /^# fish completion/, `-n "__relayctl_at 'tenant'" -a show`],
  ])('is written for %s too', async (shell, start, line) => {
    const { exitCode, stdout, stderr } = await platform.run(['completion', shell]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(start);
    expect(stdout).toContain(line);
  });

  it('needs no relay', async () => {
    const env = { RELAY_URL: 'http://relay.invalid' };
    expect((await platform.run(['completion', 'bash'], env)).exitCode).toBe(0);
  });
});
