import { silentSince } from '../../../operators/effective-presence';
import { DAY, HOUR, MINUTE, type Clock } from '../../../platform/clock';
import type { MailBudgets } from '../../../platform/mail/budgets';
import type { Mailer } from '../../../platform/mail/mailer';
import { visitorWaiting } from '../../../platform/mail/messages';
import type { Database } from '../../../platform/storage/database';
import { insertIfAbsent } from '../../../platform/storage/sql';
import { isOpen, type Hours } from '../../../tenants/hours/opening-hours';
import { WAITING_MAILS } from './model';
import { findRecipients, findTenantsToMail, readQueues, type WaitingTenant } from './waits';

export interface WaitingMailsOptions {
  database: Pick<Database, 'slowRead' | 'transaction'>;
  clock: Clock;
  mailer: Mailer;
  mailBudgets: Pick<MailBudgets, 'take'>;
  afterMs: number;
  /** `config.operatorAwayReleaseMs` */
  awayAfterMs: number;
  /** Address of the inbox in the console; null if this relay does not serve the console. */
  inboxUrl: string | null;
}

const BETWEEN_MS = 15 * MINUTE;
/** Visitors who have waited longer have left. A weekend may be in between. */
const LONGEST_WAIT_MS = 4 * DAY;
/** After this time, an unsent mail is outdated and dropped. */
const MAIL_TTL_MS = HOUR;

/**
 * Makes a sweep that mails a tenant's operators when a visitor waits in a queue that no online operator serves: one
 * mail for all such visitors, within the opening hours. Every node may run it: the node whose UPDATE records the mail
 * queues it, in the same transaction. The sweep returns how many tenants' operators were mailed.
 */
export function createWaitingMails(options: WaitingMailsOptions) {
  const { database, clock, mailer, mailBudgets } = options;

  return async (isStopped: () => boolean): Promise<number> => {
    const now = clock();
    const upTo = now - options.afterMs;
    const since = silentSince(now, options.awayAfterMs);
    const tenants = await findTenantsToMail(database.slowRead, {
      after: now - LONGEST_WAIT_MS,
      upTo,
      mailedBefore: now - BETWEEN_MS,
      silentSince: since,
    });
    let mailed = 0;
    for (const tenant of tenants) {
      if (isStopped()) break;
      const { tenantId, hours, mailedAt } = tenant;
      if (!isOpen(hours === null ? null : (JSON.parse(hours) as Hours), now)) continue;
      const after = Math.max(mailedAt, now - LONGEST_WAIT_MS);
      const queues = await readQueues(database.slowRead, tenantId, { after, upTo, now });
      const recipients = await findRecipients(database.slowRead, tenantId, queues, since);
      if (recipients.length > 0 && (await mail(tenant, recipients, now))) mailed++;
    }
    return mailed;
  };

  /** Queues the mails; false: another node has done so meanwhile. */
  function mail(
    { tenantId, tenantName, mailedAt }: WaitingTenant,
    recipients: readonly string[],
    now: number,
  ): Promise<boolean> {
    return database.transaction(async (tx) => {
      await insertIfAbsent(tx, WAITING_MAILS, { tenant_id: tenantId, mailed_at: 0 });
      const isOurs = await tx.run(
        'UPDATE waiting_mails SET mailed_at = ? WHERE tenant_id = ? AND mailed_at = ?',
        [now, tenantId, mailedAt],
      );
      if (isOurs !== 1) return false;
      const message = visitorWaiting({ tenantName, inboxUrl: options.inboxUrl });
      for (const email of recipients) {
        if ((await mailBudgets.take(tx, email, 'waiting')) > 0) continue;
        await mailer.enqueue(tx, email, message, MAIL_TTL_MS);
      }
      return true;
    });
  }
}
