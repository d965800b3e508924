import { readFileSync } from 'node:fs';
import { EVENT_NAMES, userSignature, VERIFICATION_CODES } from '@chat-relay/receiver-sdk';
import { signatureOf, sha256Hex } from '@chat-relay/receiver-sdk/signature';
import { describe, expect, it } from 'vitest';
import { CLOSE } from '../../../src/conversations/sockets/close-codes';
import { ERRORS } from '../../../src/platform/errors';
import { STATED_ROUTES } from './documented-server';

const protocol = readFileSync(new URL('../../../../../docs/PROTOCOL.md', import.meta.url), 'utf8');

/** The names and values of the block that follows a marker. */
function example(marker: string): Record<string, string> {
  const block = new RegExp(`<!-- ${marker} -->\\s+\`\`\`text\\n([\\s\\S]*?)\`\`\``).exec(
    protocol,
  )?.[1];
  const lines = (block ?? '').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/\s+(.*)/, 2) as [string, string]));
}

const rowsOf = (start: RegExp): string[][] =>
  protocol
    .split('\n')
    .filter((line) => start.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/PROTOCOL.md', () => {
  it('shows in PROTOCOL the signature that the relay makes for its example', () => {
    const { secret = '', timestamp, body = '', sha256, signature } = example('signature');
    expect(sha256Hex(body)).toBe(sha256);
    expect(
      signatureOf({ secret, timestampMs: Number(timestamp), bodySha256: sha256Hex(body) }),
    ).toBe(signature);
  });

  it('shows in PROTOCOL the user signature that the relay accepts for its example', () => {
    const { secret = '', user_id = '', user_signature } = example('user-signature');
    expect(userSignature(secret, user_id)).toBe(user_signature);
  });

  it('lists in PROTOCOL every error code with its status, and no other', () => {
    const rows = rowsOf(/^\| [45]\d\d +\| `/);
    const listed = Object.fromEntries(
      rows.map(([, status, code]) => [code?.slice(1, -1), Number(status)]),
    );
    const statuses = Object.entries(ERRORS).map(([code, { status }]) => [code, status]);
    expect(listed).toEqual(Object.fromEntries(statuses));
  });

  it('lists in PROTOCOL every close code that the relay sends', () => {
    const listed = rowsOf(/^\| (1|4)\d{3} +\| /).map(([, code]) => Number(code));
    expect(listed).toEqual(expect.arrayContaining(Object.values(CLOSE)));
  });

  it('lists in PROTOCOL every event and every code of a failed verification', () => {
    for (const name of [...EVENT_NAMES, ...VERIFICATION_CODES])
      expect(protocol).toContain(`\`${name}\``);
  });

  it('names in PROTOCOL every route that is served', () => {
    const missing = STATED_ROUTES.map(({ path }) => path.replace('/console/', '/').slice(1)).filter(
      (path) => !protocol.includes(path),
    );
    expect(missing).toEqual([]);
  });
});
