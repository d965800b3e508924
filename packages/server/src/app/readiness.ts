import { watchHealth } from '../platform/companion-health';
import { createReadinessCheck } from '../platform/http/server/health';
import type { AccountsBuilt } from '../accounts/build';
import type { AttachmentsBuilt } from '../attachments/build';
import type { ConversationsPart } from './conversations';
import type { Infrastructure } from './infrastructure';

/** Whether this node can serve, for `/readyz` and for administrators. */
export function buildReadiness({
  infrastructure: { database, bus, lifecycle },
  accounts: { mailWorker },
  attachments,
  conversations: { journal },
}: {
  infrastructure: Infrastructure;
  accounts: AccountsBuilt;
  attachments: AttachmentsBuilt;
  conversations: ConversationsPart;
}) {
  return createReadinessCheck(database, {
    isDraining: lifecycle.isStopping,
    oldestCommandMs: journal.oldestMs,
    redis: () => bus?.health() ?? 'unset',
    mail: mailWorker ? watchHealth(mailWorker) : async () => 'unset',
    attachments: attachments.health,
  });
}
