import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_NAMES } from '@chat-relay/receiver-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bodyOf, VECTORS } from '../../../../receiver-sdk/test/vectors';
import { startCallbackReceiver } from '../../../../server/test/support/callback-receiver';
import { setUpPlatform } from '../../support/platform';

const platform = setUpPlatform();
const SECRET = 'ts_a-secret-that-must-not-be-shown';
const TENANT = '0190f3c2-7a5b-7c3d-8e9f-0a1b2c3d4e5f';
const EVENT = JSON.stringify({ tenant_id: TENANT, content: 'Où ?' });

/** Runs relayctl with a secret, and without a login or a relay. */
async function run(args: readonly string[], { secret = SECRET, stdin = '' } = {}) {
  const env = { RELAY_URL: 'http://relay.invalid', TENANT_SECRET: secret };
  const outcome = await platform.run(['callback', ...args], env, stdin);
  if (secret !== '') expect(outcome.stdout + outcome.stderr).not.toContain(secret);
  return outcome;
}

/** Writes a file and returns the `@` operand that names it. */
function fileWith(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'relayctl-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'data');
  writeFileSync(file, content);
  return `@${file}`;
}

describe('callbacks sign', () => {
  it('signs a body from a file, stdin or the command line so that callbacks verify accepts it', async () => {
    const signed = await run(['sign', '--data', EVENT]);
    expect(signed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(signed.stdout.match(/^X-Service-\w+: /gm)).toHaveLength(3);
    const verify = ['verify', '--header', fileWith(signed.stdout), '--data'];
    const verified = await run([...verify, fileWith(EVENT)]);
    expect(verified).toMatchObject({ exitCode: 0, stderr: '' });
    expect(verified.stdout).toContain(`Valid: signed for tenant ${TENANT} at `);
    expect(await run([...verify, '-'], { stdin: EVENT })).toMatchObject({ exitCode: 0 });
    expect(await run([...verify, EVENT.replace('?', '!')])).toMatchObject({
      exitCode: 4,
      stdout: '',
      stderr: expect.stringMatching(/^relayctl: signature_mismatch: .+ a parser [^\n]+\n$/),
    });
  });

  it('signs any bytes for the tenant that is given', async () => {
    const { stdout } = await run(['sign', '--data', 'no JSON', '--tenant', TENANT, '--json']);
    const { headers } = JSON.parse(stdout) as { headers: Record<string, string> };
    expect(headers['X-Service-Tenant']).toBe(TENANT);
    const none = await run(['sign', '--data', 'no JSON']);
    expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--tenant') });
  });

  it('reads the secret from stdin, unless the body comes from there', async () => {
    const options = { secret: '', stdin: `${SECRET}\n` };
    const sign = ['sign', '--data', EVENT];
    const signed = await run([...sign, '--secret-stdin'], options);
    const verify = ['verify', '--header', fileWith(signed.stdout), '--data', EVENT];
    expect(await run(verify)).toMatchObject({ exitCode: 0 });
    const both = await run(['sign', '--data', '-', '--tenant', TENANT, '--secret-stdin'], options);
    expect(both).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await run(sign, { secret: '' })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('TENANT_SECRET'),
    });
  });
});

describe('callbacks verify', () => {
  /** Codes of refusals that need more than the request and its secret. */
  const beyond: (string | null)[] = [
    'replay_detected',
    'payload_malformed',
    'event_mismatch',
    'tenant_mismatch',
  ];
  const cases = VECTORS.cases.filter(
    ({ code, secrets }) => secrets.length === 1 && !beyond.includes(code),
  );

  it.each(cases)('answers the conformance case as the SDK does: $name', async (vector) => {
    const lines = vector.headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    const request = ['--header', fileWith(lines), '--data', fileWith(bodyOf(vector))];
    const at = new Date(vector.now_ms).toISOString();
    const { exitCode, stdout } = await run(['verify', '--json', ...request, '--at', at], {
      secret: vector.secrets[0] ?? '',
    });
    const { valid, code = null } = JSON.parse(stdout) as { valid: boolean; code?: string };
    expect({ exitCode, valid, code }).toEqual({
      exitCode: vector.code === null ? 0 : 4,
      valid: vector.code === null,
      code: vector.code,
    });
  });

  it('verifies headers without a body, and refuses a malformed header', async () => {
    const verify = ['verify', '--data', EVENT, '--header'];
    expect(await run([...verify, 'X-Service-Tenant: x', '--header', 'Accept: *'])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('header_missing'),
    });
    for (const header of ['no header', '@/nowhere']) {
      expect(await run([...verify, header])).toMatchObject({ exitCode: 2, stdout: '' });
    }
  });
});

describe('callbacks trigger', () => {
  async function setUpReceiver(status?: 'error') {
    const receiver = await startCallbackReceiver({
      secretsFor: () => [SECRET],
      behave: () => status ?? 'ok',
    });
    onTestFinished(() => receiver.close());
    return receiver;
  }

  it.each(EVENT_NAMES)('sends %s to a receiver, which accepts it', async (event) => {
    const receiver = await setUpReceiver();
    const outcome = await run(['trigger', event, '--to', `${receiver.url}/`]);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^200 in \d+ ms\n\{"received":true/);
    expect(receiver.refusals).toEqual([]);
    expect(receiver.arrivals).toMatchObject([{ event, status: 200 }]);
  });

  it('changes the triggered event as the options say', async () => {
    const receiver = await setUpReceiver();
    const changes = JSON.stringify({ sequence: 7 });
    const args = ['trigger', 'agent-released', '--to', receiver.url, '--tenant', TENANT];
    const { stdout } = await run([...args, '--data', changes, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 200, event: { sequence: 7 } });
    expect(receiver.arrivals).toMatchObject([{ tenantId: TENANT, sequence: 7 }]);
  });

  it('sends the triggered event to the tenant’s own address with a login', async () => {
    const receiver = await setUpReceiver();
    const world = await platform.createWorld({ callback_url_base: receiver.url });
    const env = { RELAY_TOKEN: world.ownerToken, TENANT_SECRET: SECRET };
    const args = ['callback', 'trigger', 'message-received', '--tenant', 'Shop'];
    expect(await platform.run(args, env)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(receiver.arrivals).toMatchObject([{ tenantId: world.tenantId, status: 200 }]);
  });

  it('ends trigger with 4 where the receiver refuses and with 5 where nothing answers', async () => {
    const receiver = await setUpReceiver();
    const to = ['--to', receiver.url];
    const wrong = await run(['trigger', 'message-received', ...to], { secret: 'ts_another' });
    expect(wrong).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('secret') });
    expect(wrong.stdout).toContain('signature_mismatch');
    const broken = await setUpReceiver('error');
    const failed = await run(['trigger', 'message-received', '--to', broken.url]);
    expect(failed).toMatchObject({ exitCode: 4, stdout: expect.stringMatching(/^500 in /) });
    const nowhere = await run(['trigger', 'message-received', '--to', 'http://127.0.0.1:1']);
    expect(nowhere).toMatchObject({ exitCode: 5, stdout: '' });
  });

  it('refuses to trigger an unknown event, and without an address', async () => {
    for (const args of [
      ['trigger', 'test', '--to', 'http://127.0.0.1:1'],
      ['trigger', 'message-received', '--to', 'localhost'],
      ['trigger', 'message-received'],
    ]) {
      expect(await run(args)).toMatchObject({ exitCode: 2, stdout: '' });
    }
  });
});
