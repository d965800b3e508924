import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { newId } from '../../src/platform/ids';
import { PASSWORD } from '../support/console-calls';
import { useRelay } from '../support/relay';
import { codeOfApp } from '../support/authenticator';
import {
  EXAMPLE_AUTHENTICATOR,
  startExampleAuthenticator,
  type ExampleAuthenticator,
} from '../support/example-authenticator';

const HALF_MINUTE_MS = 30_000;

let authenticator: ExampleAuthenticator;
beforeAll(async () => {
  authenticator = await startExampleAuthenticator();
});
afterAll(async () => {
  expect(await authenticator.stop()).toBe(0);
});

const relay = useRelay(() => ({ env: authenticator.env }));

const stepNow = () => Math.floor(Date.now() / HALF_MINUTE_MS);

async function challengeOf(email: string): Promise<string> {
  const { data } = await relay.post('/console/login', { email, password: PASSWORD });
  expect(data['mfa_factors']).toEqual(['email', 'totp']);
  return data['challenge_token'];
}

it('enrols a phone app with the example authenticator and signs in with its codes, each once', async () => {
  const email = 'phone@corp.test';
  const { token } = await relay.register(email);
  const enrolled = await relay.post('/console/enroll/totp', { password: PASSWORD }, { token });
  const uri = enrolled.data['otpauth_uri'] as string;
  expect(uri).toMatch(/^otpauth:\/\/totp\/Chat%20Relay:/);

  const activate = (totp: string) => relay.post('/console/activate/totp', { totp }, { token });
  const step = stepNow();
  expect((await activate(codeOfApp(uri, step - 10))).data['code']).toBe('totp_invalid');
  expect((await activate(codeOfApp(uri, step))).status).toBe(200);

  const challenge_token = await challengeOf(email);
  const verify = (totp: string) =>
    relay.post('/console/verify/login-totp', { challenge_token, totp });
  expect((await verify(codeOfApp(uri, step))).data['code']).toBe('totp_invalid');
  // The next step's code is accepted: the clock of the app may be half a minute ahead.
  const signedIn = await verify(codeOfApp(uri, step + 1));
  expect(signedIn.status).toBe(200);
  expect(signedIn.data['account'].totp_enabled).toBe(true);

  const disabled = await relay.post('/console/disable/totp', { password: PASSWORD }, { token });
  expect(disabled.status).toBe(200);
  const { data } = await relay.post('/console/login', { email, password: PASSWORD });
  expect(data['mfa_factors']).toEqual(['email']);
});

let lastTimestampMs = 0;

/** A call as the relay makes it: never twice with the same timestamp. */
async function call(op: string, body: object, more: { secret?: string; path?: string } = {}) {
  const text = JSON.stringify({ op, ...body });
  lastTimestampMs = Math.max(Date.now(), lastTimestampMs + 1);
  const { env } = authenticator;
  const { secret = env['AUTHENTICATOR_TENANT_SECRET']!, path = op } = more;
  const response = await fetch(`${env['AUTHENTICATOR_URL']}/api/v1/totp/${path}`, {
    method: 'POST',
    headers: signedHeaders({
      tenantId: env['AUTHENTICATOR_TENANT_ID']!,
      secret,
      timestampMs: lastTimestampMs,
      body: text,
    }),
    body: text,
  });
  return { status: response.status, data: (await response.json()) as Record<string, unknown> };
}

it('answers a repeat to the example authenticator as the first time, and locks after five wrong codes', async () => {
  const subject = newId();
  const { data } = await call('enroll', { request_id: newId(), subject });
  const uri = data['otpauth_uri'] as string;
  const step = stepNow();
  await call('activate', { request_id: newId(), subject, code: codeOfApp(uri, step) });

  const again = { request_id: newId(), subject, code: codeOfApp(uri, step + 1) };
  const first = await call('verify', again);
  expect(first.data).toMatchObject({ valid: true, time_step: step + 1 });
  expect(await call('verify', again)).toEqual(first);
  const reused = await call('verify', { ...again, request_id: newId() });
  expect(reused.data).toMatchObject({ valid: false, reason: 'replayed' });

  const wrong = codeOfApp(uri, step + 20);
  const guess = async () =>
    (await call('verify', { request_id: newId(), subject, code: wrong })).data['reason'];
  for (let i = 0; i < 4; i++) expect(await guess()).toBe('wrong');
  expect(await guess()).toBe('locked');
});

it.each([{ TENANT_ID: 'x' }, { TENANT_SECRET: 'ts_short' }])(
  'refuses in the example authenticator a tenant that the relay would refuse: %o',
  (tenant) => {
    const folder = mkdtempSync(join(tmpdir(), 'chat-relay-totp-'));
    const DATA_FILE = join(folder, 'refused.json');
    const { status, stderr } = spawnSync(process.execPath, [EXAMPLE_AUTHENTICATOR], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_FILE, ...tenant },
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true, force: true });
    expect(status).toBe(78);
    expect(stderr).toMatch(/^TENANT_ID must .* TENANT_SECRET .*\n$/);
  },
);

it('accepts in the example authenticator only what is signed for this very operation', async () => {
  const body = { request_id: newId(), subject: newId() };
  expect((await call('enroll', body, { secret: 'ts_not-the-secret' })).status).toBe(401);
  expect((await call('enroll', body, { path: 'disable' })).status).toBe(401);
  const bare = await fetch(`${authenticator.env['AUTHENTICATOR_URL']}/api/v1/totp/enroll`, {
    method: 'POST',
    body: '{}',
  });
  expect(bare.status).toBe(401);
  expect((await call('verify', { ...body, code: 123456 })).status).toBe(422);
  expect((await call('constructor', body)).status).toBe(404);
});
