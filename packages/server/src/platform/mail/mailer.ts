import type { Clock } from '../clock';
import { newId } from '../ids';
import type { KeyRing } from '../security/keys';
import { seal } from '../security/secret-box';
import type { Tx } from '../storage/database';
import { insertRows } from '../storage/sql';
import type { MailMessage } from './message';
import { MAILS } from './model';

export interface MailerOptions {
  /** Whether mail can be sent at all; otherwise nothing is queued. */
  isConfigured: boolean;
  /** Encrypts queued mails: they contain codes. */
  keys: KeyRing;
  clock: Clock;
}

export interface Mailer {
  readonly isConfigured: boolean;
  /**
   * Queues a mail in the transaction that causes it; a worker sends it. A request that waited for the mail
   * server would reveal by its duration whether there was a mail to send. Returns its id; null without a mail server.
   */
  enqueue(tx: Tx, recipient: string, message: MailMessage, ttlMs: number): Promise<string | null>;
}

export function createMailer({ isConfigured, keys, clock }: MailerOptions): Mailer {
  return {
    isConfigured,
    enqueue: async (tx, recipient, message, ttlMs) => {
      if (!isConfigured) return null;
      const mailId = newId();
      const now = clock();
      const sealed = seal(keys, JSON.stringify(message), sealedFor(mailId, recipient));
      await insertRows(tx, MAILS, [
        {
          mail_id: mailId,
          recipient,
          sealed_content: sealed,
          attempts: 0,
          due_at: now,
          expires_at: now + ttlMs,
        },
      ]);
      return mailId;
    },
  };
}

/** Binds a sealed mail to its row and recipient, so that one person's code can't be sent to another. */
export function sealedFor(mailId: string, recipient: string): string {
  return `mail|${mailId}|${recipient}`;
}
