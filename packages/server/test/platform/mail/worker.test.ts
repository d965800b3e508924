import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE } from '../../../src/platform/clock';
import { createMailer } from '../../../src/platform/mail/mailer';
import { loginCode } from '../../../src/platform/mail/messages';
import { createMailWorker, type MailWorker } from '../../../src/platform/mail/worker';
import type { Database } from '../../../src/platform/storage/database';
import { openTestDatabase, quietLog } from '../../support/database';

interface Received {
  to: string[];
  raw: string;
}

const keys = [randomBytes(32)] as const;
let shift = 0;
const clock = () => Date.now() + shift;
let database: Database;
let closeDatabase: () => Promise<void>;
let smtp: SMTPServer;
let received: Received[];
let refusals: number;
/** How many mails the server has taken in without an answer. */
let hanging: number;
let hangs: boolean;
let workers: MailWorker[];

beforeEach(async () => {
  shift = 0;
  received = [];
  refusals = 0;
  hanging = 0;
  hangs = false;
  workers = [];
  ({ database, close: closeDatabase } = await openTestDatabase());
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (hangs) return void hanging++;
        if (refusals > 0) {
          refusals--;
          done(Object.assign(new Error('mailbox busy'), { responseCode: 451 }));
          return;
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await closeDatabase();
});

const startWorker = (pollMs = 10) => {
  const { port } = smtp.server.address() as AddressInfo;
  const worker = createMailWorker({
    database,
    keys,
    clock,
    log: quietLog,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Relay <relay@corp.test>',
    pollMs,
  });
  workers.push(worker);
  worker.start();
  return worker;
};

const enqueue = (to: string, code: string, isConfigured = true, ttlMs = HOUR) =>
  database.transaction((tx) =>
    createMailer({ isConfigured, keys, clock }).enqueue(tx, to, loginCode(code, 10), ttlMs),
  );
const waiting = async () => (await database.read.rows('SELECT mail_id FROM mails')).length;

describe('mail worker', () => {
  it('sends a queued mail and deletes it', async () => {
    await enqueue('ada@corp.test', '123456');
    startWorker();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]!.to).toEqual(['ada@corp.test']);
    expect(received[0]!.raw).toMatch(/^From: Relay <relay@corp.test>/m);
    expect(received[0]!.raw).toMatch(/^To: ada@corp.test/m);
    expect(received[0]!.raw).toContain('123456');
    expect(received[0]!.raw).toMatch(/^Auto-Submitted: auto-generated/m);
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
  });

  it('sends a mail again after the mail server refused it', async () => {
    refusals = 2;
    await enqueue('ada@corp.test', '123456');
    startWorker();
    await vi.waitFor(() => expect(refusals).toBe(1));
    expect(received).toEqual([]);
    // Again and again, because the next attempt is dated when the refusal has been written down.
    const later = () => {
      shift += MINUTE;
    };
    await vi.waitFor(() => {
      later();
      expect(received).toHaveLength(1);
    }, 10_000);
    expect(refusals).toBe(0);
  });

  it('sends each mail once with three workers', async () => {
    for (let i = 0; i < 25; i++) await enqueue(`u${i}@corp.test`, '123456');
    for (let i = 0; i < 3; i++) startWorker();
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000 });
    const recipients = received.flatMap(({ to }) => to);
    expect(recipients).toHaveLength(25);
    expect(new Set(recipients).size).toBe(25);
  });

  it('sends queued mails without a pause', async () => {
    for (let i = 0; i < 25; i++) await enqueue(`u${i}@corp.test`, '123456');
    startWorker(60_000);
    await vi.waitFor(() => expect(received).toHaveLength(25), { timeout: 10_000 });
  });

  it('drops a mail that has expired', async () => {
    await enqueue('late@corp.test', '123456', true, MINUTE);
    shift += MINUTE;
    startWorker();
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
    expect(received).toEqual([]);
  });

  it('stops within 6 s of a mail server that hangs, and leaves its mail to the next start', async () => {
    hangs = true;
    await enqueue('ada@corp.test', '123456');
    const worker = startWorker();
    await expect.poll(() => hanging).toBe(1);
    const stoppedFrom = performance.now();
    await worker.stop();
    expect(performance.now() - stoppedFrom).toBeLessThan(6_000);
    hangs = false;
    shift = 3 * MINUTE; // its lease is over
    startWorker();
    await expect.poll(() => received.length).toBe(1);
  });

  it('queues no mail where mail is not configured', async () => {
    await enqueue('ada@corp.test', '123456', false);
    expect(await waiting()).toBe(0);
  });
});
