import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/platform/errors';
import {
  hashPassword,
  isCommonPassword,
  verifyAgainstNothing,
  verifyPassword,
} from '../../../src/platform/security/password';

describe('password hashes', () => {
  it('hashes passwords with Argon2id, 19 MiB, two passes and one lane', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('accepts the password of a hash, byte for byte', async () => {
    const stored = await hashPassword('Pässwörd 🐎 ');
    expect(await verifyPassword(stored, 'Pässwörd 🐎 ')).toBe(true);
    expect(await verifyPassword(stored, 'Pässwörd 🐎')).toBe(false);
    expect(await verifyPassword(stored, 'pässwörd 🐎 ')).toBe(false);
  });

  it('accepts no password for an account that does not exist', async () => {
    expect(await verifyAgainstNothing('anything')).toBe(false);
  });

  it('takes the same time whether the account exists or not', async () => {
    const stored = await hashPassword('correct horse');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 9; i += 1) {
      known.push(await cpuMicrosOf(() => verifyPassword(stored, 'wrong')));
      unknown.push(await cpuMicrosOf(() => verifyAgainstNothing('wrong')));
    }
    const ratio = median(unknown) / median(known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it.runIf(process.platform === 'linux')(
    'hashes in threads of their own, with a lower priority than the rest of the process',
    async () => {
      await hashPassword('correct horse');
      expect(threadPriorities()).toContain(10);
    },
  );

  it('refuses a flood of hashes instead of queueing it, and recovers', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => verifyAgainstNothing('flood')),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(results.length - refused.length).toBeGreaterThanOrEqual(33);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(AppError);
      expect(reason).toMatchObject({ code: 'overloaded', retryAfterS: 2 });
    }
    expect(await verifyAgainstNothing('after the flood')).toBe(false);
  }, 20_000);
});

describe('common passwords', () => {
  const own = ['ada.lovelace@acme-shop.example', 'Ada Lovelace', 'Acme Boutique'];

  it.each([
    'password',
    'PASSWORD1',
    'qwertyuiop',
    'azertyuiop',
    'motdepasse',
    '12345678',
    'trustno1',
  ])('refuses %j as a common password', (password) =>
    expect(isCommonPassword(password, [])).toBe(true),
  );

  it.each([
    'lovelace',
    'Lovelace1815',
    'ada.lovelace',
    'AdaLovelace!',
    'lovelace2024!!',
    'acme-shop1',
    'Acme Boutique',
    'acmeboutique75',
    'AcmeAcme12',
    'ada.lovelace@acme-shop.example',
  ])("refuses %j as made of the account's own words", (password) => {
    expect(isCommonPassword(password, [])).toBe(false);
    expect(isCommonPassword(password, own)).toBe(true);
  });

  it.each([
    'correct horse battery staple',
    'xq7lovelace9pzw',
    'nW4$kk0!zP',
    'canada-dry-ginger',
    '90417263514',
  ])('accepts the password %j', (password) => expect(isCommonPassword(password, own)).toBe(false));
});

/** Processor time of this process in µs; the load of the machine does not count. */
async function cpuMicrosOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** The nice value of each thread: field 19 of its `stat`, the 17th after the name. */
function threadPriorities(): number[] {
  return readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
