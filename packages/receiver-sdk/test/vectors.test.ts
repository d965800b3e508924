import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import * as node from '../src/index';
import * as web from '../src/web';
import { bodyOf, headersOf, VECTORS } from './vectors';

describe.each([
  ['node:crypto', node],
  ['Web Crypto', web],
])('the conformance cases, with %s', (_, { createReceiver, userSignature }) => {
  it.each(VECTORS.cases)('$name: $code', async (vector) => {
    const { secrets, now_ms, path, is_repeated, code } = vector;
    const receiver = createReceiver({
      secretsFor: () => secrets,
      now: () => now_ms,
      onError: () => undefined,
    });
    const request = { path, headers: headersOf(vector), body: bodyOf(vector) };
    if (is_repeated) await receiver.receive(request);
    const { status, body } = await receiver.receive(request);
    const actual = body.received ? null : body.error.code;
    expect([status, actual]).toEqual([code === null ? 200 : 401, code]);
  });

  it.each(VECTORS.users)('user id $user_id: $code', async ({ user_id, code, user_signature }) => {
    const sign = async (): Promise<string> => userSignature(VECTORS.user_secret, user_id);
    if (code === null) expect(await sign()).toBe(user_signature);
    else await expect(sign()).rejects.toMatchObject({ code });
  });
});

describe('the conformance cases', () => {
  it('are at least 40, each with a name of its own, and show every code a request can cause', () => {
    const names = VECTORS.cases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
    const codes = new Set(VECTORS.cases.map(({ code }) => code));
    // Only a parser between the wire and the receiver can take the body away.
    const causable = node.VERIFICATION_CODES.filter((code) => code !== 'body_unavailable');
    expect(codes).toEqual(new Set([...causable, null]));
  });

  it('hold a user signature that would be a callback signature', () => {
    const forgeable = VECTORS.users.find(({ code }) => code === 'user_id_forgeable');
    const signatures = VECTORS.cases.flatMap(({ headers }) => headers.map(([, value]) => value));
    expect(signatures).toContain(forgeable?.user_signature);
  });

  it('are what their script writes', () => {
    const before = JSON.stringify(VECTORS);
    const script = new URL('../scripts/make-vectors.mjs', import.meta.url);
    const source = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      fs.writeFileSync = (_, text) => process.stdout.write(JSON.stringify(JSON.parse(text)));
      syncBuiltinESMExports();
      console.log = () => {};
      await import(${JSON.stringify(script.href)});`;
    const args = ['--input-type=module', '-e', source];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(before);
  });
});
