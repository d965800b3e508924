import { DAY, HOUR, iso, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { callbacksFailing } from '../../platform/mail/messages';
import type { Mailer } from '../../platform/mail/mailer';
import type { Database } from '../../platform/storage/database';
import { mailToOwners } from './owner-mails';

export interface FailingMailsOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
}

/** Spans of uninterrupted failure after which the owners are notified, once for each span. */
const MAIL_AFTER_MS = [HOUR, DAY];
const SWEEP_MS = 30_000;

interface FailingTenant {
  tenantId: string;
  tenantName: string;
  workspaceId: string;
  failingSince: number;
  mailsSent: number;
}

/**
 * Notifies the owners of tenants with failing callbacks. If several nodes try, one sends each mail. A failure of the
 * relay's own proxy is not reported to them. @internal for its tests
 */
export function createFailingMails({ database, clock, mailer }: Omit<FailingMailsOptions, 'log'>) {
  return async (): Promise<void> => {
    const now = clock();
    for (const [mailsSent, afterMs] of MAIL_AFTER_MS.entries()) {
      const tenants = await database.read.rows<FailingTenant>(
        `SELECT tenant.tenant_id AS tenantId, tenant.tenant_name AS tenantName,
           tenant.workspace_id AS workspaceId, health.failing_since AS failingSince,
           health.mails_sent AS mailsSent
         FROM callback_health health JOIN tenants tenant ON tenant.tenant_id = health.tenant_id
         LEFT JOIN callback_results result ON result.tenant_id = health.tenant_id
         WHERE health.mails_sent = ? AND health.failing_since <= ? AND health.failures > 0
           AND tenant.status = 'active' AND COALESCE(result.failure_reason, '') <> 'proxy_down'`,
        [mailsSent, now - afterMs],
      );
      for (const tenant of tenants) await mailOwners(tenant);
    }
  };

  async function mailOwners(tenant: FailingTenant): Promise<void> {
    const { tenantId, tenantName, workspaceId, failingSince, mailsSent } = tenant;
    await database.transaction(async (tx) => {
      const isOurs = await tx.run(
        `UPDATE callback_health SET mails_sent = ?
         WHERE tenant_id = ? AND mails_sent = ? AND failing_since = ?`,
        [mailsSent + 1, tenantId, mailsSent, failingSince],
      );
      if (isOurs !== 1) return;
      const message = callbacksFailing({ tenantName, since: iso(failingSince) });
      await mailToOwners(tx, mailer, workspaceId, message);
    });
  }
}

/** Checks every half minute, until it is stopped. */
export function startFailingMails(options: FailingMailsOptions): () => Promise<void> {
  const sweep = createFailingMails(options);
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(sweep)
      .catch((error: unknown) =>
        options.log.warn(
          { event: 'callback.owners_not_notified', err: error },
          'could not queue mails to owners about failing callbacks',
        ),
      );
  }, SWEEP_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
