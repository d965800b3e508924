import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/platform/clock';
import { createMailer } from '../../../src/platform/mail/mailer';
import type { MailMessage } from '../../../src/platform/mail/message';
import {
  alreadyRegistered,
  loginCode,
  registrationCode,
  resetCode,
} from '../../../src/platform/mail/messages';
import { passwordChanged } from '../../../src/platform/mail/messages-of-changes';
import { createMailWorker, type MailWorker } from '../../../src/platform/mail/worker';
import type { Database } from '../../../src/platform/storage/database';
import { openTestDatabase, quietLog } from '../../support/database';

const GREYLISTED_MS = 5 * MINUTE;
const CODE_TTL_MS = 10 * MINUTE;
const START = Date.parse('2026-11-26T12:00:00Z');

const keys = [randomBytes(32)] as const;
let now: number;
const clock = () => now;
let database: Database;
let closeDatabase: () => Promise<void>;
let smtp: SMTPServer;
let worker: MailWorker;
/** When a mail came, in ms since the start. */
let tries: number[];
let takenAt: number | null;

beforeEach(async () => {
  now = START;
  tries = [];
  takenAt = null;
  ({ database, close: closeDatabase } = await openTestDatabase());
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo: (_address, _session, done) => {
      tries.push(now - START);
      if (now - START >= GREYLISTED_MS) return done();
      done(Object.assign(new Error('greylisted, try again later'), { responseCode: 451 }));
    },
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        takenAt = now - START;
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  worker = createMailWorker({
    database,
    keys,
    clock,
    log: quietLog,
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    from: 'Relay <relay@corp.test>',
    pollMs: 5,
  });
});

afterEach(async () => {
  await worker.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await closeDatabase();
});

const enqueue = (message: MailMessage) =>
  database.transaction((tx) =>
    createMailer({ isConfigured: true, keys, clock }).enqueue(
      tx,
      'ada@corp.test',
      message,
      CODE_TTL_MS,
    ),
  );

/** When the mail is due, in ms since the start; null once it is sent or expired. */
async function dueAt(): Promise<number | null> {
  const [row] = await database.read.rows<{ due_at: number }>('SELECT due_at FROM mails');
  return row ? Number(row.due_at) - START : null;
}

/** Ends this try, and moves the clock to the next one. */
async function nextTry(): Promise<void> {
  const leaseEnd = now - START + 2 * MINUTE;
  const had = tries.length;
  await expect.poll(dueAt, { interval: 5 }).not.toBe(leaseEnd);
  const due = await dueAt();
  if (due === null) return;
  now = START + due;
  await expect.poll(() => tries.length, { interval: 5 }).toBe(had + 1);
}

describe('a mail server that refuses unknown senders for five minutes', () => {
  it.each([
    ['registration', registrationCode('123456', 10)],
    ['sign-in', loginCode('123456', 10)],
    ['reset', resetCode('123456', 10)],
    ['taken address', alreadyRegistered()],
  ])(
    'gets the mail of a %s again each minute, and takes it while its code lives',
    async (_, mail) => {
      await enqueue(mail);
      worker.start();
      await expect.poll(() => tries.length, { interval: 5 }).toBe(1);
      while (tries.length < 20 && takenAt === null) await nextTry();
      const minutes = [1, 2, 3, 4, 5].map((minute) => minute * MINUTE + 35 * SECOND);
      expect(tries).toEqual([0, 5 * SECOND, 35 * SECOND, ...minutes].slice(0, tries.length));
      expect(takenAt).toBe(5 * MINUTE + 35 * SECOND);
    },
  );

  it('gets other mails less and less often', async () => {
    await enqueue(passwordChanged({ at: new Date(START).toISOString(), ip: '203.0.113.7' }));
    worker.start();
    await expect.poll(() => tries.length, { interval: 5 }).toBe(1);
    await nextTry();
    await nextTry();
    expect(tries).toEqual([0, 5 * SECOND, 35 * SECOND]);
    expect(await dueAt()).toBeGreaterThanOrEqual(35 * SECOND + 2 * MINUTE);
  });
});
