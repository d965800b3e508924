import { DAY } from '../../platform/clock';
import type { Mailer } from '../../platform/mail/mailer';
import type { MailMessage } from '../../platform/mail/message';
import type { Tx } from '../../platform/storage/database';

const MAIL_TTL_MS = DAY;

/** Queues a mail to every owner of a workspace. */
export async function mailToOwners(
  tx: Tx,
  mailer: Mailer,
  workspaceId: string,
  message: MailMessage,
): Promise<void> {
  const owners = await tx.rows<{ email: string }>(
    `SELECT account.email FROM memberships member
     JOIN accounts account ON account.account_id = member.account_id
     WHERE member.workspace_id = ? AND member.role = 'owner'`,
    [workspaceId],
  );
  for (const { email } of owners) await mailer.enqueue(tx, email, message, MAIL_TTL_MS);
}
