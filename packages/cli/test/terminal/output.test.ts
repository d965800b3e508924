import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MEMBERSHIP } from '../support/fixtures';
import { configFolder, setUpRelayctl } from '../support/relayctl';
import { startScriptedRelay, TOKEN } from '../support/scripted-relay';

const relayctl = setUpRelayctl();

/** More bytes than a pipe and its stream can buffer. */
const MANY = Array.from({ length: 20_000 }, (_each, n) => ({
  ...MEMBERSHIP,
  name: `Workspace ${n} of a long list`,
}));
const SIGN = 'callback sign --data - --tenant 019abcde-0000-7000-8000-000000000000';
const ACCOUNT_CALL = ['api', 'GET', '/console/fetch/account'];

async function start(args: readonly string[], data?: object) {
  const relay = await startScriptedRelay();
  if (data) relay.script('GET fetch/account', { data });
  const env = { XDG_CONFIG_HOME: configFolder(), RELAY_URL: relay.url, RELAY_TOKEN: TOKEN };
  const child = relayctl.start(args, env);
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end();
  return { relay, child, exit: once(child, 'close') as Promise<[number | null]> };
}

describe('a long result', () => {
  it('writes a long result whole to a slow reader', async () => {
    const { relay, child, exit } = await start(ACCOUNT_CALL, { workspaces: MANY });
    const stderr = text(child.stderr);
    await expect
      .poll(() => relay.requests('GET fetch/account'), { timeout: 20_000 })
      .toHaveLength(1);
    // Nothing reads for longer than relayctl waits for silent connections.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(JSON.parse(await text(child.stdout))).toEqual({ workspaces: MANY });
    expect(await exit).toEqual([0, null]);
    expect(await stderr).toBe('');
  });

  it('ends without an error when the reader of a long result leaves', async () => {
    const { child, exit } = await start(ACCOUNT_CALL, { workspaces: MANY });
    const stderr = text(child.stderr);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await exit).toEqual([0, null]);
    expect(await stderr).toBe('');
  });

  it('ends with 1 and one line where the disk is full, whichever command prints', async () => {
    for (const args of [
      '--help',
      '--version',
      'login --help',
      'completion zsh',
      SIGN,
      `${SIGN} --json`,
    ]) {
      const stderr = join(configFolder(), 'stderr');
      const command = `echo '{}' | ${process.execPath} ${relayctl.main()} ${args} > /dev/full 2> ${stderr}`;
      const env = { PATH: process.env['PATH'], TENANT_SECRET: 'ts_x' };
      const { status } = spawnSync('sh', ['-c', command], { env });
      expect({ args, status, stderr: readFileSync(stderr, 'utf8') }).toEqual({
        args,
        status: 1,
        stderr: expect.stringMatching(/^relayctl: .+ENOSPC.+\n$/),
      });
    }
  });

  it('does not end with 0 where a file may not grow further', () => {
    const folder = configFolder();
    const command = `ulimit -f 1; trap '' XFSZ; ${process.execPath} ${relayctl.main()} completion zsh > ${folder}/out 2> ${folder}/err`;
    const { status } = spawnSync('bash', ['-c', command], { env: { PATH: process.env['PATH'] } });
    expect(status).toBe(1);
    expect(readFileSync(join(folder, 'err'), 'utf8')).toMatch(/^relayctl: .+EFBIG.+\n$/);
  });
});

describe('what a visitor wrote', () => {
  const HOSTILE =
    'a\u0000\u001b[2J\u007f\u0085\u009b2J\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069z';
  const FORBIDDEN =
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

  it('escapes control characters of visitors in JSON without changing its meaning', async () => {
    const data = { content: HOSTILE, [HOSTILE]: [HOSTILE] };
    const { child } = await start(ACCOUNT_CALL, data);
    const stdout = await text(child.stdout);
    expect(stdout).not.toMatch(FORBIDDEN);
    expect(JSON.parse(stdout)).toEqual(data);
  });

  it('escapes control characters of visitors in the lines of inbox --json', async () => {
    const { relay, child, exit } = await start(['inbox', '--json']);
    let stdout = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    await expect.poll(() => stdout, { timeout: 10_000 }).toContain('"live"');
    const update = { type: 'message', message: { content: HOSTILE } };
    relay.feed.publish(`/inbox/${MEMBERSHIP.workspace_id}`, update);
    await expect.poll(() => stdout, { timeout: 10_000 }).toContain('"message"');
    child.kill('SIGTERM');
    await exit;
    expect(stdout).not.toMatch(FORBIDDEN);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(update);
  });

  it('prints no control character of a visitor in an error', async () => {
    const { child } = await start(['whoami', '--url', 'ftp://\u202e']);
    const stderr = await text(child.stderr);
    expect(stderr).toMatch(/^relayctl: /);
    expect(stderr).not.toMatch(FORBIDDEN);
    const unknown = await relayctl.run([`no\u202ep\u009be`]);
    expect(unknown.stderr).toContain('unknown command');
    expect(unknown.stderr).not.toMatch(FORBIDDEN);
  });
});
