import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assertUsable } from '../../src/session/environment';

const program = readFileSync(new URL('../../src/program.ts', import.meta.url), 'utf8');

const SECRETS = ['RELAY_TOKEN', 'RELAY_ADMIN_KEY', 'RELAY_INVITE_TOKEN', 'RELAY_OTP'];
const KEYS = ['TENANT_SECRET', 'OLD_TENANT_SECRET', 'RELAY_LOCAL_SECRET'];

const UNUSABLE: Record<string, readonly string[]> = {
  RELAY_URL: [
    'relay.example',
    'localhost:8080',
    'https:relay.example',
    'https://u:s3cr3t@relay.example',
    'https://relay.example/?a=1',
    'https://relay.example/#a',
    "'https://relay.example'",
    'https://relay.example\r',
  ],
  HTTPS_PROXY: ['proxy.example:3128', 'socks5://proxy.example', '"http://proxy.example"'],
  HTTP_PROXY: ['proxy.example:3128', 'http://u:s3cr3t#@proxy.example'],
  RELAY_PASSWORD: ['s3cr3t\r', 's3cr3t\u200b'],
  ...Object.fromEntries(
    [...SECRETS, ...KEYS].map((name) => [
      name,
      ['"s3cr3t"', 's3cr3t\r', 's3cr3t\nx', '\ufeffs3cr3t'],
    ]),
  ),
};

function linesOf(env: Record<string, string>): string[] {
  try {
    assertUsable(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

describe('a setting of relayctl that cannot work', () => {
  it('is known for every setting in the help', () => {
    const named = /\nEnvironment: ([^.]+)\./.exec(program)?.[1]?.split(/,\s+/) ?? [];
    expect(Object.keys(UNUSABLE).toSorted()).toEqual(
      named.filter((name) => !name.startsWith('NO_')).toSorted(),
    );
  });

  it.each(Object.entries(UNUSABLE))(
    'refuses each unusable value of %s in one line',
    (name, values) => {
      for (const value of values) {
        const lines = linesOf({ [name]: value });
        expect(lines, JSON.stringify(value)).toEqual([expect.stringMatching(`^${name}: [^\n]+$`)]);
        expect(lines[0]).not.toContain('s3cr3t');
      }
    },
  );

  it.each(['pass "word"', '"quoted"', 'schlüssel'])('takes %s as a password', (value) => {
    expect(linesOf({ RELAY_PASSWORD: value })).toEqual([]);
  });
});
