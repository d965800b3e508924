import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomToken } from '../../src/platform/security/tokens';
import { scanPrinted } from '../support/printed/scan';

const PASSWORD = 'correct "horse" battery';
const TOKEN = randomToken('chl_');
const CODE = '402911';

describe('the search for secrets in what was printed', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chat-relay-printed-test-'));
    const notes = [
      ['password', PASSWORD],
      ['challenge_token', TOKEN],
      ['otp', CODE],
    ];
    write('login.1.secrets', notes.map((note) => JSON.stringify(note)).join('\n'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const leaksOf = (printed: string) => {
    write('login.1.log', `{"msg":"before"}\n${printed}\n{"msg":"after"}`);
    return scanPrinted(folder).leaks;
  };

  it.each([
    ['password', `tried ${PASSWORD} here`],
    ['password', JSON.stringify({ body: { password: PASSWORD } })],
    ['password', `/login?password=${encodeURIComponent(PASSWORD)}`],
    ['challenge_token', JSON.stringify({ challenge_token: TOKEN })],
    ['challenge_token', `/verify?t=3D${TOKEN}x`],
    ['otp', JSON.stringify({ otp: CODE })],
    ['otp', JSON.stringify({ msg: JSON.stringify({ dev_otp: CODE }) })],
    ['otp', `the code: ${CODE}`],
    ['a JWT', `Bearer eyJhbGciOiJIUzI1NiJ9.e30.x`],
    ['a password hash', `$argon2id$v=19$m=19456`],
  ])('finds a printed %s in %s', (what, printed) => {
    const leaks = leaksOf(printed);
    expect(leaks).toMatchObject([{ what, file: 'login.1.log', line: 2 }]);
    for (const secret of [PASSWORD, TOKEN, CODE]) expect(leaks[0]?.excerpt).not.toContain(secret);
  });

  it.each([
    '{"level":30,"msg":"request"}',
    `a token cut short: ${TOKEN.slice(0, -1)}`,
    `{"pid":${CODE},"ms":${CODE}}`,
    `{"code":"otp_invalid","pid":${CODE}}`,
    `the code: ${CODE}1`,
  ])('takes nothing else for a secret: %s', (printed) => {
    expect(leaksOf(printed)).toEqual([]);
  });

  it('searches every log of the folder to its last byte', () => {
    write('other.2.log', `{"msg":"x"}\n${TOKEN}`);
    expect(leaksOf('nothing')).toMatchObject([{ file: 'other.2.log', line: 2 }]);
  });
});
