import type { Budgets } from '../platform/storage/budgets';
import { DAY, type Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Limits } from '../platform/settings/limits';
import type { MailBudgets } from '../platform/mail/budgets';
import type { Tx } from '../platform/storage/database';

export interface InvitationBudget {
  /**
   * Counts a mail for the workspace, the inviting account and the recipient, in the transaction that queues it.
   * @throws {AppError} rate_limited, resend_cooldown
   */
  take(tx: Tx, mail: InvitationMail): Promise<void>;
}

export interface InvitationMail {
  workspaceId: string;
  accountId: string;
  recipient: string;
}

export interface InvitationBudgetOptions {
  clock: Clock;
  budgets: Budgets;
  mailBudgets: MailBudgets;
  limits: Limits;
}

type LimitName = keyof Limits['firstDay'];

/** Keeps invitations from being used to mail strangers: new workspaces and accounts may send fewer than older ones. */
export function createInvitationBudget(options: InvitationBudgetOptions): InvitationBudget {
  const { clock, budgets, mailBudgets, limits } = options;

  const take = async (tx: Tx, key: string, name: LimitName, createdAt: number): Promise<void> => {
    const isFirstDay = clock() < createdAt + DAY;
    const limit = isFirstDay ? limits.firstDay[name] : limits[name];
    const retryAfterS = await budgets.take(tx, { key, limit, windowMs: DAY });
    if (retryAfterS > 0) throw new AppError('rate_limited', { retryAfterS });
  };

  return {
    take: async (tx, { workspaceId, accountId, recipient }) => {
      const [made] = await tx.rows<{ workspace: number; account: number }>(
        `SELECT w.created_at AS workspace, a.created_at AS account
         FROM workspaces w JOIN accounts a ON a.account_id = ? WHERE w.workspace_id = ?`,
        [accountId, workspaceId],
      );
      if (!made) throw new AppError('not_found');
      const [ofWorkspace, ofAccount] = [
        `invitations-of-workspace:${workspaceId}`,
        `invitations-of-account:${accountId}`,
      ];
      await take(tx, ofWorkspace, 'invitations_per_workspace_day', made.workspace);
      await take(tx, ofAccount, 'invitations_per_account_day', made.account);
      const retryAfterS = await mailBudgets.take(tx, recipient, 'anyone');
      if (retryAfterS > 0) {
        const message = 'This address was mailed a moment ago. Try again later.';
        throw new AppError('resend_cooldown', { retryAfterS, message });
      }
    },
  };
}
