import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { VARIABLES } from '../../src/config/variables';
import { bundleRelay } from '../support/bundled-relay';

// Each of them starts a process.
vi.setConfig({ testTimeout: 60_000 });

let bundle: Awaited<ReturnType<typeof bundleRelay>>;
beforeAll(async () => {
  bundle = await bundleRelay();
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-arguments-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** The program with these arguments, in a folder of its own. */
function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env } };
    execFile(process.execPath, [bundle.script, ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const printed = async (env: Record<string, string> = {}): Promise<Record<string, unknown>> => {
  const { stdout, stderr } = await run(['--print-config'], env);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('the program', () => {
  it.each(['--help', '-h'])('shows its arguments and every setting with %s', async (argument) => {
    const { code, stdout, stderr } = await run([argument]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['--print-config', '--version', ...Object.keys(VARIABLES)]) {
      expect(stdout).toContain(`${name}`);
    }
  });

  it.each(['--version', '-v'])('shows the version of the package with %s', async (argument) => {
    const manifest = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    expect(await run([argument])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [['--colour']],
    [['serve']],
    [['']],
    [['--help', 'me']],
    [['-v', '-v']],
    [['--print-config', 'PORT']],
    [['backup']],
    [['backup', 'one', 'two']],
    [['verify-backup']],
    [['verify-backup', 'one', 'two']],
  ])('ends with 64 and one line for %j', async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(/^chat-relay: [^\n]+\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('shows the settings in force, and writes nothing', async () => {
    expect(await printed({ PORT: '8081' })).toMatchObject({
      PORT: 8081,
      DATA_DIR: join(folder, 'data'),
      MASTER_KEY: 'generated',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with 78 where the settings to show are wrong', async () => {
    const { code, stdout, stderr } = await run(['--print-config'], { PORT: 'x', CONSOLE_MFA: 'x' });
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toMatch(/^PORT: [^\n]+\nCONSOLE_MFA: [^\n]+\n$/);
  });
});

describe('a .env file', () => {
  const write = (text: string): void => writeFileSync(join(folder, '.env'), text);

  it('reads settings from a .env file, which the environment overrides', async () => {
    write('# ports\nexport PORT=8081\nMAIL_FROM="Chat <chat@corp.test>" # sender\nHOST=::1\n');
    const settings = await printed({ HOST: '127.0.0.2' });
    expect(settings).toMatchObject({
      PORT: 8081,
      MAIL_FROM: 'Chat <chat@corp.test>',
      HOST: '127.0.0.2',
    });
  });

  it('refuses a value of .env that ends at a # in a word, next to what else is wrong', async () => {
    write('PORT=x\nSMTP_URL=smtp://relay:25#s3cret@mail.test\nMAIL_FROM="a#b@corp.test" # me\n');
    const { code, stderr } = await run(['--print-config']);
    expect(code).toBe(78);
    expect(stderr).toMatch(/^SMTP_URL: in \.env, put [^\n]+ quotes\nPORT: [^\n]+\n$/);
    expect(stderr).not.toContain('s3cret');
  });

  it('reads no .env that is a folder', async () => {
    mkdirSync(join(folder, '.env'));
    expect(await printed()).toMatchObject({ PORT: 8080 });
  });

  it('reads the settings after a broken line of .env', async () => {
    write('HOST=127.0.0.1\nMASTER KEY\nPORT=8081\n');
    const { code, stdout, stderr } = await run(['--print-config']);
    if (code === 0) expect(JSON.parse(stdout)).toMatchObject({ PORT: 8081 });
    else expect({ code, stderr }).toEqual({ code: 78, stderr: expect.stringContaining('PORT=') });
  });
});
