import type { Audit } from '../audit/log';
import type { Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import { tokenHash } from '../platform/security/tokens';
import { createAwaitedSignal, type Listen } from '../platform/signal';
import type { Database, Tx } from '../platform/storage/database';
import { insertIfAbsent } from '../platform/storage/sql';
import { INVITATION_COLUMNS, IS_OPEN, type InvitationRow } from './invitation';
import { MEMBERSHIPS } from './model';
import type { Caller } from './principal';
import { mayManage, roleOf, type Role } from './roles';
import type { MembershipRow } from './workspaces';

export interface AcceptedInvitation {
  /** The transaction that creates the membership: what a listener writes in it is committed with the membership. */
  tx: Tx;
  invitationId: string;
  workspaceId: string;
  role: Role;
  invitedBy: string;
  operatorDetails: unknown;
  account: InvitedAccount;
}

export interface InvitedAccount {
  accountId: string;
  email: string;
  displayName: string;
}

export interface InvitationAcceptance {
  accept(caller: Caller, token: string): Promise<MembershipRow>;
  /** Finds the open invitation with this token for this address. @throws {AppError} invitation_invalid */
  findOpen(token: string, email: string): Promise<InvitationRow>;
  /**
   * Uses an invitation up and creates its membership, in the caller's transaction.
   * @throws {AppError} invitation_invalid
   */
  consume(tx: Tx, invitationId: string, account: InvitedAccount, ip: string): Promise<void>;
  /** Runs in the transaction that creates the membership. */
  onAccepted: Listen<AcceptedInvitation, Promise<void>>;
}

export function createInvitationAcceptance(options: {
  database: Database;
  clock: Clock;
  audit: Audit;
}): InvitationAcceptance {
  const { database, clock, audit } = options;
  const acceptances = createAwaitedSignal<AcceptedInvitation>();

  const consume: InvitationAcceptance['consume'] = async (tx, invitationId, account, ip) => {
    const now = clock();
    const used = await tx.run(
      `UPDATE invitations SET accepted_at = ? WHERE invitation_id = ? AND email = ? AND expires_at > ? AND ${IS_OPEN}`,
      [now, invitationId, account.email, now],
    );
    if (used !== 1) throw new AppError('invitation_invalid');
    const [row] = await tx.rows<InvitationRow>(
      `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE invitation_id = ?`,
      [invitationId],
    );
    if (!row) throw new AppError('invitation_invalid');
    // The inviting member may have been removed since: then the invitation is no longer valid.
    const inviterRole = await roleOf(tx, row.invited_by, row.workspace_id);
    if (inviterRole === null || !mayManage(inviterRole, row.role)) {
      throw new AppError('invitation_invalid');
    }
    await insertIfAbsent(tx, MEMBERSHIPS, {
      workspace_id: row.workspace_id,
      account_id: account.accountId,
      role: row.role,
      created_at: now,
    });
    await acceptances.emit({
      tx,
      invitationId,
      workspaceId: row.workspace_id,
      role: row.role,
      invitedBy: row.invited_by,
      operatorDetails: row.operator_details === null ? null : JSON.parse(row.operator_details),
      account,
    });
    await audit.record(tx, {
      workspaceId: row.workspace_id,
      action: 'invitation.accepted',
      actor: account,
      ip,
      subject: invitationId,
      details: { role: row.role },
    });
  };

  const findOpen: InvitationAcceptance['findOpen'] = async (token, email) => {
    const [row] = await database.read.rows<InvitationRow>(
      `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE token_hash = ? AND email = ? AND expires_at > ? AND ${IS_OPEN}`,
      [tokenHash(token), email, clock()],
    );
    if (!row) throw new AppError('invitation_invalid');
    return row;
  };

  return {
    findOpen,
    consume,
    onAccepted: acceptances.on,

    accept: async (caller, token) => {
      const { invitation_id, workspace_id } = await findOpen(token, caller.email);
      return database.transaction(async (tx) => {
        await consume(tx, invitation_id, caller, caller.ip);
        const [membership] = await tx.rows<MembershipRow>(
          `SELECT w.workspace_id, w.workspace_name, w.created_at, m.role
           FROM memberships m JOIN workspaces w ON w.workspace_id = m.workspace_id
           WHERE m.workspace_id = ? AND m.account_id = ?`,
          [workspace_id, caller.accountId],
        );
        return membership!; // just made
      });
    },
  };
}
