import type { Members } from '../../workspaces/members';
import type { Sessions } from './sessions';

/** Ends all sessions of an account whose last membership ends, because it may no longer read anything. */
export function endSessionsOfFormerMembers(
  members: Pick<Members, 'onRemoved'>,
  sessions: Pick<Sessions, 'endAll' | 'reportRevoked'>,
): void {
  members.onRemoved(async ({ tx, accountId }) => {
    const [other] = await tx.rows('SELECT 1 FROM memberships WHERE account_id = ? LIMIT 1', [
      accountId,
    ]);
    if (other) return;
    const ended = await sessions.endAll(tx, accountId, null);
    tx.afterCommit(() => sessions.reportRevoked(ended));
  });
}
