import { expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/platform/clock';
import { readSql, writeSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { tokensOf } from '../support/tokens';

const relay = useRelay();

const codeOf = async (token?: string) => {
  const { status, data } = await relay.get('/console/fetch/account', token ? { token } : {});
  return [status, data['code']];
};

it('lists live sessions, marks the current one and ends one by its id', async () => {
  const first = await relay.register('list@corp.test');
  const second = await relay.login('list@corp.test');
  const { data } = await relay.get('/console/fetch/sessions', { token: second.token });
  expect(data['next_cursor']).toBeNull();
  expect(data['sessions']).toHaveLength(2);
  expect(data['sessions'][0]).toMatchObject({
    is_current: true,
    ip: '127.0.0.1',
    amr: ['pwd', 'email_otp'],
  });
  const session_id = data['sessions'][1].session_id;
  const revoke = () =>
    relay.post('/console/revoke/session', { session_id }, { token: second.token });
  expect((await revoke()).status).toBe(200);
  expect((await revoke()).data['code']).toBe('not_found');
  expect(await codeOf(first.token)).toEqual([401, 'session_revoked']);
  expect(await codeOf(second.token)).toEqual([200, undefined]);
});

it('lists sessions in pages', async () => {
  await relay.register('pages@corp.test');
  await relay.login('pages@corp.test');
  const { token } = await relay.login('pages@corp.test');
  const seen: string[] = [];
  let cursor = '';
  do {
    const { data } = await relay.get(`/console/fetch/sessions?limit=2${cursor}`, { token });
    seen.push(...data['sessions'].map((s: { session_id: string }) => s.session_id));
    cursor = data['next_cursor'] === null ? '' : `&cursor=${data['next_cursor']}`;
  } while (cursor !== '');
  expect(new Set(seen).size).toBe(3);
  expect(seen).toHaveLength(3);
  const bad = await relay.get('/console/fetch/sessions?cursor=nonsense', { token });
  expect([bad.status, bad.data['details']]).toEqual([422, [{ field: 'cursor', code: 'invalid' }]]);
});

it("answers another account's session like an unknown one", async () => {
  const mine = await relay.register('mine@corp.test');
  const theirs = await relay.register('theirs@corp.test');
  const { data } = await relay.get('/console/fetch/sessions', { token: theirs.token });
  const { session_id } = data['sessions'][0];
  const { status, data: refused } = await relay.post(
    '/console/revoke/session',
    { session_id },
    { token: mine.token },
  );
  expect([status, refused['code']]).toEqual([404, 'not_found']);
  expect(await codeOf(theirs.token)).toEqual([200, undefined]);
});

it('ends a session at logout and the others on request', async () => {
  const one = await relay.register('others@corp.test');
  const two = await relay.login('others@corp.test');
  const three = await relay.login('others@corp.test');
  const others = await relay.post('/console/revoke/other-sessions', {}, { token: three.token });
  expect(others.data).toEqual({ revoked: 2 });
  expect(await codeOf(one.token)).toEqual([401, 'session_revoked']);
  expect(await codeOf(two.token)).toEqual([401, 'session_revoked']);
  expect((await relay.post('/console/logout', undefined, { token: three.token })).status).toBe(200);
  expect(await codeOf(three.token)).toEqual([401, 'session_revoked']);
});

it('refuses a missing, foreign or expired token', async () => {
  const { token, accountId } = await relay.register('tokens@corp.test');
  expect(await codeOf()).toEqual([401, 'unauthenticated']);
  expect(await codeOf('chl_nonsense')).toEqual([401, 'token_invalid']);
  const visitor = await tokensOf(relay).signVisitorToken({
    sub: accountId,
    tid: 't',
    wpk: 'w',
    org: 'o',
    ver: 1,
  });
  expect(await codeOf(visitor.token)).toEqual([401, 'token_invalid']);
  const unknown = await tokensOf(relay).signConsoleToken({ sub: accountId, sid: 'none', amr: [] });
  expect(await codeOf(unknown.token)).toEqual([401, 'session_revoked']);
  relay.advance(8 * DAY);
  expect(await codeOf(token)).toEqual([401, 'token_invalid']);
});

it("refuses a token that names another account's session", async () => {
  const { accountId } = await relay.register('named@corp.test');
  const { token } = await relay.register('owner@corp.test');
  const { data } = await relay.get('/console/fetch/sessions', { token });
  const sid = data['sessions'][0].session_id;
  const mixed = await tokensOf(relay).signConsoleToken({ sub: accountId, sid, amr: [] });
  expect(await codeOf(mixed.token)).toEqual([401, 'token_invalid']);
});

it('reads on each request who is a super-admin', async () => {
  const { token, accountId } = await relay.register('stale@corp.test');
  const set = (value: number) =>
    writeSql(relay.database, 'UPDATE accounts SET is_system = ? WHERE account_id = ?', [
      value,
      accountId,
    ]);
  const stats = () => relay.get('/console/system/fetch/stats', { token });
  await set(1);
  expect((await stats()).status).toBe(200);
  await set(0);
  expect((await stats()).status).toBe(403);
});

it('stores when a session was last seen at most once a minute', async () => {
  const { token } = await relay.register('seen@corp.test');
  const seen = async () =>
    (await relay.get('/console/fetch/sessions', { token })).data['sessions'][0].last_seen_at;
  const atFirst = await seen();
  relay.advance(MINUTE / 2);
  expect(await seen()).toBe(atFirst);
  relay.advance(MINUTE);
  expect(await seen()).not.toBe(atFirst);
});

it('stores no token, code or password in plain text', async () => {
  const { token } = await relay.register('dump@corp.test');
  const tables = ['accounts', 'challenges', 'console_sessions'];
  const rows = await Promise.all(
    tables.map((table) => readSql(relay.database, `SELECT * FROM ${table}`)),
  );
  const dump = JSON.stringify(rows);
  expect(dump).toContain('dump@corp.test');
  expect(dump).not.toContain(token);
  expect(dump).not.toContain('correct horse');
  expect(dump).not.toMatch(/"(reg|chl)_/);
});
