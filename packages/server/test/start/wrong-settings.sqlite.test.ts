import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConfigError } from '../../src/config/config-error';
import { readConfig } from '../../src/config/read-config';
import { explainDatabaseFailure, explainListenFailure } from '../../src/app/start-failures';
import { UnreachableError } from '../../src/app/unreachable-error';
import { bundleRelay } from '../support/bundled-relay';
import { startProcess, type EndedStart } from '../support/relay-start';
import { TEST_MASTER_KEY } from '../support/master-key';

// Each of them starts a process.
vi.setConfig({ testTimeout: 60_000 });

let bundle: Awaited<ReturnType<typeof bundleRelay>>;
let folder: string;
beforeAll(async () => {
  bundle = await bundleRelay();
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-wrong-'));
  writeFileSync(join(folder, 'letter.txt'), 'Dear visitor, this is no database at all.');
  mkdirSync(join(folder, 'folder'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function startWith(env: Record<string, string>): Promise<EndedStart> {
  const inFolder = Object.entries(env).map(([name, value]) => [name, value.replace('~', folder)]);
  const start = startProcess(bundle.script, {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    ...(Object.fromEntries(inFolder) as Record<string, string>),
  });
  const end = await start.listensOrEnds;
  await start.kill();
  if (end === 'listens') throw new Error('the relay listens');
  return end;
}

describe('a relay with a wrong setting', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT', 'abc'],
    [{ HOST: '192.0.2.1' }, 'HOST', '192.0.2.1'],
    [{ HOST: 'nohost.invalid' }, 'HOST', 'nohost.invalid'],
    [{ DATA_DIR: '/dev/null/data' }, 'DATA_DIR', '/dev/null/data'],
    [{ DATABASE_URL: 'postgres://db.internal/relay' }, 'DATABASE_URL', 'sqlite:<path>'],
    [{ DATABASE_URL: 'sqlite:~/letter.txt' }, 'DATABASE_URL', 'letter.txt'],
    [{ DATABASE_URL: 'sqlite:~/folder' }, 'DATABASE_URL', 'folder'],
    [{ DATABASE_URL: 'sqlite:~/letter.txt/relay.sqlite' }, 'DATABASE_URL', 'letter.txt'],
    [{ DATABASE_URL: 'mysql://nohost.invalid/relay' }, 'DATABASE_URL', 'nohost.invalid'],
  ])('reports a wrong setting in one line: %j', async (env, variable, target) => {
    const { code, text } = await startWith(env as Record<string, string>);
    expect(code).toBe(78);
    expect(text.split('\n'), text).toHaveLength(2);
    expect(text.startsWith(`${variable}: `), text).toBe(true);
    expect(text).toContain(target);
    expect(text).not.toContain('s3cret');
  });

  it('reports all wrong settings at once, with what to do and without a secret', async () => {
    const { code, text } = await startWith({
      BASE_URL: 'https://chat.corp.test/relay',
      DATABASE_URL: 'mysql://relay:100%s3cret@db.internal/relay',
      SMTP_URL: 'smtps://relay:12#s3cret@mail.corp.test',
      REDIS_URL: 'redis://:s3cret@redis.internal/0?tls=true',
      MAIL_FROM: 'Relay, Inc. <relay@corp.test>',
      ADMIN_KEY: '"an-admin-key-s3cret-0123456789abcdef"',
    });
    expect(code).toBe(78);
    expect(text.replaceAll(/: .*/g, '').trim().split('\n').toSorted()).toEqual([
      'ADMIN_KEY',
      'BASE_URL',
      'DATABASE_URL',
      'MAIL_FROM',
      'REDIS_URL',
      'SMTP_URL',
    ]);
    expect(text).toMatch(/^DATABASE_URL: .*percent-encode the password.*%25 for %/m);
    expect(text).not.toContain('s3cret');
  });

  it('reports a taken port in one line and has not touched the database', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const data = join(folder, 'untouched');
    const { code, text } = await startWith({ PORT: `${port}`, DATA_DIR: data });
    expect({ code, text }).toEqual({
      code: 78,
      text: `PORT: ${port} is in use: set another one\n`,
    });
    expect(existsSync(join(data, 'relay.sqlite'))).toBe(false);
    holder.close();
    await once(holder, 'close');
  });

  it('shows the stack of a wrong setting when debugging', async () => {
    const { code, text } = await startWith({ HOST: '192.0.2.1', LOG_LEVEL: 'debug' });
    expect(code).toBe(78);
    expect(text).toContain('"code":"EADDRNOTAVAIL"');
    expect(text).toMatch(/\nHOST: .+\n$/);
  });
});

describe('what came of a setting', () => {
  const config = readConfig({
    MASTER_KEY: TEST_MASTER_KEY,
    ADMIN_KEY: 'an-admin-key-for-tests-0123456789abcdef',
    PORT: '80',
    DATABASE_URL: 'mysql://relay:s3cret@db.internal:3306/relay',
  });
  const failure = (code: string) => Object.assign(new Error('it failed'), { code });

  it.each([
    ['ER_ACCESS_DENIED_ERROR', ConfigError],
    ['ER_BAD_DB_ERROR', ConfigError],
    ['ENOTFOUND', ConfigError],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', ConfigError],
    ['ETIMEDOUT', UnreachableError],
    ['EAI_AGAIN', UnreachableError],
    ['ER_CON_COUNT_ERROR', UnreachableError],
    ['PROTOCOL_CONNECTION_LOST', UnreachableError],
  ])('explains a database failure and whether waiting may help: %s', (code, kind) => {
    // As Sequelize wraps it.
    const error = Object.assign(new Error('wrapped'), {
      name: 'SequelizeConnectionError',
      parent: failure(code),
    });
    const explained = explainDatabaseFailure(error, config);
    expect(explained).toBeInstanceOf(kind);
    expect(String(explained)).toMatch(
      new RegExp(`DATABASE_URL: mysql://relay@db.internal:3306/relay: .+ \\(${code}\\)$`),
    );
  });

  it('explains a port that needs rights', () => {
    const explained = explainListenFailure(failure('EACCES'), config) as { problems: string[] };
    expect(explained.problems).toEqual([expect.stringMatching(/^PORT: 80 /)]);
  });

  it('leaves an error that no setting causes as it is', () => {
    const error = failure('SQLITE_ERROR');
    expect(explainDatabaseFailure(error, config)).toBe(error);
    expect(explainListenFailure(error, config)).toBe(error);
  });
});
