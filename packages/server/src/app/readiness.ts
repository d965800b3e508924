import { watchHealth } from '../platform/companion-health';
import { createReadinessCheck } from '../platform/http/server/health';
import type { AccountsPart } from './accounts';
import type { AttachmentsPart } from './attachments';
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
  accounts: AccountsPart;
  attachments: AttachmentsPart;
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
