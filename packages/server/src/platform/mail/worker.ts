import { createTransport } from 'nodemailer';
import { HOUR, MINUTE, SECOND, within, type Clock } from '../clock';
import type { Logger } from '../log';
import type { KeyRing } from '../security/keys';
import { open } from '../security/secret-box';
import type { Database } from '../storage/database';
import { sealedFor } from './mailer';
import { isAwaited, type MailKind } from './kinds';
import type { MailMessage } from './message';

export interface MailWorkerOptions {
  database: Database;
  keys: KeyRing;
  clock: Clock;
  log: Logger;
  smtpUrl: string;
  from: string;
  /** How often the outbox is checked; a second by default. */
  pollMs?: number;
}

export interface MailWorker {
  start(): void;
  /** Connects to the mail server and signs in. Rejects when that fails. */
  verify(): Promise<unknown>;
  /**
   * Gives mails that are being sent 5 s to end; queued mails stay queued. A mail that takes longer is
   * sent again when its lease ends.
   */
  stop(): Promise<void>;
}

interface MailRow {
  mail_id: string;
  recipient: string;
  sealed_content: string;
  attempts: number;
  due_at: number;
}

const BATCH = 10;
/** Longer than the slowest exchange with a mail server, so that a mail is not sent twice. */
const LEASE_MS = 2 * MINUTE;
const RETRY_AFTER_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR];
/**
 * Pauses for a mail with a code, which is tried until the code expires after ten minutes. Mail servers refuse mails of
 * an unknown sender for some minutes (greylisting, RFC 6647).
 */
const RETRY_AWAITED_AFTER_MS = [5 * SECOND, 30 * SECOND, MINUTE];
const SMTP_TIMEOUT_MS = 20 * SECOND;
const STOP_MS = 5 * SECOND;

/** Sends queued mails until each is sent or expired. Runs on any number of nodes. */
export function createMailWorker(options: MailWorkerOptions): MailWorker {
  const { database, keys, clock, log, from, pollMs = SECOND } = options;
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // A mail is text: nothing in it may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  /** The database may be closed now: mails that are still being sent are not marked, and their lease ends. */
  let hasStopped = false;
  let round: Promise<void> = Promise.resolve();

  const runRound = async (): Promise<void> => {
    let waitMs = pollMs;
    try {
      const mails = await claim();
      await Promise.all(mails.map(send));
      // A full batch means that more wait: many people sign in at the same time in the morning.
      if (mails.length === BATCH) waitMs = 0;
    } catch (error) {
      log.error({ event: 'mail.outbox_unreadable', err: error }, 'could not read the mail outbox');
    }
    if (isRunning) timer = setTimeout(next, waitMs);
  };
  const next = () => {
    round = runRound();
  };

  /** Leases due mails by moving their due time to the end of the lease. */
  const claim = async (): Promise<MailRow[]> => {
    const now = clock();
    const due = await database.read.rows<MailRow>(
      `SELECT mail_id, recipient, sealed_content, attempts, due_at FROM mails WHERE due_at <= ? ORDER BY due_at LIMIT ${BATCH}`,
      [now],
    );
    if (due.length === 0) return [];
    return database.transaction(async (tx) => {
      await tx.run('DELETE FROM mails WHERE expires_at <= ?', [now]);
      const claimed: MailRow[] = [];
      for (const mail of due) {
        const won = await tx.run(
          'UPDATE mails SET due_at = ?, attempts = attempts + 1 WHERE mail_id = ? AND due_at = ?',
          [now + LEASE_MS, mail.mail_id, mail.due_at],
        );
        if (won === 1) claimed.push(mail);
      }
      return claimed;
    });
  };

  const send = async (mail: MailRow): Promise<void> => {
    let isOverWhenRefused = false;
    let kind: MailKind | undefined;
    try {
      const aad = sealedFor(mail.mail_id, mail.recipient);
      const message = JSON.parse(open(keys, mail.sealed_content, aad)) as MailMessage;
      isOverWhenRefused = message.isOverWhenRefused === true;
      ({ kind } = message);
      await transport.sendMail({
        from,
        to: { name: '', address: mail.recipient },
        subject: message.subject,
        text: message.text,
        html: message.html,
        headers: { ...message.headers, 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      const fields = {
        err: error,
        mail_id: mail.mail_id,
        mail_kind: kind,
        attempts: mail.attempts + 1,
      };
      log.warn({ event: 'mail.not_sent', ...fields }, 'mail not sent');
      if (hasStopped) return;
      await (isOverWhenRefused && isPermanent(error) ? remove(mail) : retryLater(mail, kind));
      return;
    }
    await remove(mail);
  };

  const remove = async (mail: MailRow): Promise<void> => {
    await database.transaction((tx) =>
      tx.run('DELETE FROM mails WHERE mail_id = ?', [mail.mail_id]),
    );
  };

  const retryLater = async (mail: MailRow, kind: MailKind | undefined): Promise<void> => {
    const waits = kind !== undefined && isAwaited(kind) ? RETRY_AWAITED_AFTER_MS : RETRY_AFTER_MS;
    const wait = waits[mail.attempts] ?? waits.at(-1)!;
    await database.transaction((tx) =>
      tx.run('UPDATE mails SET due_at = ? WHERE mail_id = ?', [clock() + wait, mail.mail_id]),
    );
  };

  return {
    start: () => {
      isRunning = true;
      next();
    },
    verify: () => transport.verify(),
    stop: async () => {
      isRunning = false;
      clearTimeout(timer);
      await within(STOP_MS, round);
      hasStopped = true;
      transport.close();
    },
  };
}

/** The mail server refused this recipient or this mail permanently (RFC 5321, 4.2.1). */
function isPermanent(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
