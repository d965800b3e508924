import type { AuditAction } from '../audit/actions';
import type { Audit } from '../audit/log';
import { DAY, type Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Page } from '../platform/http/fields';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import { newId } from '../platform/ids';
import { normalizeEmail } from '../platform/mail/email-address';
import type { Mailer } from '../platform/mail/mailer';
import { invitation as invitationMail } from '../platform/mail/messages';
import { randomToken, tokenHash } from '../platform/security/tokens';
import type { Database, Tx } from '../platform/storage/database';
import { insertRows } from '../platform/storage/sql';
import { INVITATION_COLUMNS, IS_OPEN, type InvitationRow } from './invitation';
import { createInvitationAcceptance, type InvitationAcceptance } from './invitation-acceptance';
import type { InvitationBudget } from './invitation-budget';
import { INVITATIONS } from './model';
import { lockWorkspace } from './members';
import { requireConfirmed, type Caller } from './principal';
import { mayManage, type Role, type Roles } from './roles';

export interface NewInvitation {
  workspaceId: string;
  email: string;
  role: Role;
  operatorDetails?: object;
  invitedBy: Caller;
}

export interface SentInvitation {
  invitation: InvitationRow;
  /** The token, in local mode without mail; else null. */
  devInviteToken: string | null;
}

export interface Invitations extends InvitationAcceptance {
  /**
   * Invites an address. An open invitation of the same address is replaced.
   * @throws {AppError} state_conflict for a member, rate_limited, resend_cooldown
   */
  createInvitation(request: NewInvitation): Promise<SentInvitation>;
  list(caller: Caller, workspaceId: string, page: Page): Promise<PageOf<InvitationRow>>;
  /**
   * Sends a new token, valid for seven days, in place of the old one.
   * @throws {AppError} state_conflict, rate_limited, resend_cooldown
   */
  resend(caller: Caller, invitationId: string): Promise<SentInvitation>;
  revoke(caller: Caller, invitationId: string): Promise<InvitationRow>;
  /** Deletes invitations that ended long ago. The audit log keeps their outcome. */
  deleteExpired(): Promise<void>;
}

export interface InvitationsOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  roles: Roles;
  mailer: Mailer;
  budget: InvitationBudget;
  baseUrl: string;
  /** True if the relay serves the web console, to which mails can link. */
  hasConsolePage: boolean;
  /** True if responses contain the token, as in local mode without mail. */
  revealsTokens: boolean;
}

const VALID_DAYS = 7;
const VALID_MS = VALID_DAYS * DAY;
const KEPT_AFTER_EXPIRY_MS = 90 * DAY;

export function createInvitations(options: InvitationsOptions): Invitations {
  const { database, clock, audit, roles, mailer, budget } = options;
  const acceptance = createInvitationAcceptance({ database, clock, audit });

  const mail = async (tx: Tx, row: InvitationRow, token: string, from: Caller) => {
    const [workspace] = await tx.rows<{ workspace_name: string }>(
      'SELECT workspace_name FROM workspaces WHERE workspace_id = ?',
      [row.workspace_id],
    );
    const message = invitationMail({
      inviterName: from.displayName,
      inviterEmail: from.email,
      workspaceName: workspace?.workspace_name ?? '',
      token,
      baseUrl: options.baseUrl,
      acceptUrl: options.hasConsolePage ? `${options.baseUrl}/console/invitation` : null,
      validDays: VALID_DAYS,
    });
    await mailer.enqueue(tx, row.email, message, VALID_MS);
  };

  const record = (tx: Tx, action: AuditAction, row: InvitationRow, actor: Caller) =>
    audit.record(tx, {
      workspaceId: row.workspace_id,
      action,
      actor,
      ip: actor.ip,
      subject: row.invitation_id,
      details: { role: row.role },
    });

  /** Reads an invitation that the caller may manage. One of another workspace gets the response of an unknown one. */
  const findManaged = async (caller: Caller, invitationId: string): Promise<InvitationRow> => {
    const [row] = await database.read.rows<InvitationRow>(
      `SELECT ${INVITATION_COLUMNS} FROM invitations WHERE invitation_id = ?`,
      [invitationId],
    );
    if (!row) throw new AppError('not_found');
    const role = await roles.requireRole(caller.accountId, row.workspace_id, 'admin');
    if (!mayManage(role, row.role)) throw new AppError('insufficient_role');
    return row;
  };

  const sent = (invitation: InvitationRow, token: string): SentInvitation => ({
    invitation,
    devInviteToken: options.revealsTokens ? token : null,
  });

  return {
    ...acceptance,

    createInvitation: async ({ workspaceId, role, operatorDetails, invitedBy, ...request }) => {
      const email = normalizeEmail(request.email);
      if (email === null) throw new TypeError('an invitation needs a normalised e-mail');
      const actorRole = await roles.requireRole(invitedBy.accountId, workspaceId, 'admin');
      if (!mayManage(actorRole, role)) throw new AppError('insufficient_role');
      if (role === 'owner') requireConfirmed(invitedBy);
      const token = randomToken('inv_');
      const now = clock();
      const row: InvitationRow = {
        invitation_id: newId(),
        workspace_id: workspaceId,
        email,
        role,
        invited_by: invitedBy.accountId,
        operator_details: operatorDetails ? JSON.stringify(operatorDetails) : null,
        created_at: now,
        expires_at: now + VALID_MS,
        accepted_at: null,
        revoked_at: null,
      };
      await database.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const members = await tx.rows(
          'SELECT a.account_id FROM accounts a JOIN memberships m ON m.account_id = a.account_id WHERE a.email = ? AND m.workspace_id = ?',
          [email, workspaceId],
        );
        if (members.length > 0)
          throw new AppError('state_conflict', {
            message: 'This person is a member of the workspace already.',
          });
        await budget.take(tx, { workspaceId, accountId: invitedBy.accountId, recipient: email });
        await tx.run(
          `UPDATE invitations SET revoked_at = ? WHERE workspace_id = ? AND email = ? AND ${IS_OPEN}`,
          [now, workspaceId, email],
        );
        await insertRows(tx, INVITATIONS, [{ ...row, token_hash: tokenHash(token) }]);
        await mail(tx, row, token, invitedBy);
        await record(tx, 'invitation.created', row, invitedBy);
      });
      return sent(row, token);
    },

    list: async (caller, workspaceId, { limit, cursor }) => {
      await roles.requireRole(caller.accountId, workspaceId, 'admin');
      const [createdAt, id] = readCursor(cursor, 'number', 'string') ?? [null, null];
      const rows = await database.read.rows<InvitationRow>(
        `SELECT ${INVITATION_COLUMNS} FROM invitations
         WHERE workspace_id = ? ${createdAt === null ? '' : 'AND (created_at < ? OR (created_at = ? AND invitation_id < ?))'}
         ORDER BY created_at DESC, invitation_id DESC LIMIT ?`,
        [workspaceId, ...(createdAt === null ? [] : [createdAt, createdAt, id]), limit + 1],
      );
      return toPage(rows, limit, (row) => [row.created_at, row.invitation_id]);
    },

    resend: async (caller, invitationId) => {
      const row = await findManaged(caller, invitationId);
      const token = randomToken('inv_');
      const expiresAt = clock() + VALID_MS;
      await database.transaction(async (tx) => {
        const changed = await tx.run(
          `UPDATE invitations SET token_hash = ?, expires_at = ? WHERE invitation_id = ? AND ${IS_OPEN}`,
          [tokenHash(token), expiresAt, invitationId],
        );
        if (changed !== 1)
          throw new AppError('state_conflict', {
            message: 'This invitation was accepted, revoked or has ended. Send a new one.',
          });
        const { workspace_id: workspaceId, email: recipient } = row;
        await budget.take(tx, { workspaceId, accountId: caller.accountId, recipient });
        await mail(tx, row, token, caller);
        await record(tx, 'invitation.resent', row, caller);
      });
      return sent({ ...row, expires_at: expiresAt }, token);
    },

    revoke: async (caller, invitationId) => {
      const row = await findManaged(caller, invitationId);
      if (row.revoked_at !== null) return row;
      const now = clock();
      await database.transaction(async (tx) => {
        const changed = await tx.run(
          `UPDATE invitations SET revoked_at = ? WHERE invitation_id = ? AND ${IS_OPEN}`,
          [now, invitationId],
        );
        if (changed !== 1)
          throw new AppError('state_conflict', {
            message:
              'This invitation was accepted, revoked or has ended: there is nothing to revoke.',
          });
        await record(tx, 'invitation.revoked', row, caller);
      });
      return { ...row, revoked_at: now };
    },

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM invitations WHERE expires_at <= ?', [clock() - KEPT_AFTER_EXPIRY_MS]),
      );
    },
  };
}
