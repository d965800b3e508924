import type { Audit } from '../audit/log';
import { DAY, type Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Page } from '../platform/http/fields';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import { newId } from '../platform/ids';
import { normalizeEmail } from '../platform/mail/email-address';
import type { Mailer } from '../platform/mail/mailer';
import { invitation as invitationMail } from '../platform/mail/messages';
import { createAwaitedSignal, type Listen } from '../platform/signal';
import { randomToken, tokenHash } from '../platform/security/tokens';
import type { Database, Tx } from '../platform/storage/database';
import { insertIfAbsent, insertRows } from '../platform/storage/sql';
import type { InvitationBudget } from './invitation-budget';
import type { Caller } from './principal';
import { mayManage, roleOf, type Role, type Roles } from './roles';
import type { MembershipRow } from './workspaces';

export interface InvitationRow {
  invitation_id: string;
  workspace_id: string;
  email: string;
  role: Role;
  invited_by: string;
  /** JSON of what the operators feature makes of it; null for a plain member. */
  operator_details: string | null;
  created_at: number;
  expires_at: number;
  accepted_at: number | null;
  revoked_at: number | null;
}

/** An invitation that is being accepted. */
export interface AcceptedInvitation {
  /** What a listener writes commits with the membership, or not at all. */
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

export interface NewInvitation {
  workspaceId: string;
  email: string;
  role: Role;
  operatorDetails?: object;
  invitedBy: Caller;
}

export interface SentInvitation {
  invitation: InvitationRow;
  /** In local mode without mail, where nobody could read it elsewhere. */
  devInviteToken: string | null;
}

export interface Invitations {
  /**
   * Replaces an open invitation of the same address.
   * @throws {AppError} state_conflict for a member, rate_limited, resend_cooldown
   */
  createInvitation(request: NewInvitation): Promise<SentInvitation>;
  list(caller: Caller, workspaceId: string, page: Page): Promise<PageOf<InvitationRow>>;
  /**
   * Sends a new token, valid for another seven days; the old one is dead.
   * @throws {AppError} state_conflict, rate_limited, resend_cooldown
   */
  resend(caller: Caller, invitationId: string): Promise<SentInvitation>;
  revoke(caller: Caller, invitationId: string): Promise<InvitationRow>;
  accept(caller: Caller, token: string): Promise<MembershipRow>;
  /** The open invitation behind a token, for this address. @throws {AppError} invitation_invalid */
  findOpen(token: string, email: string): Promise<InvitationRow>;
  /** Uses an invitation up and makes its membership, in the caller's transaction. @throws {AppError} invitation_invalid */
  consume(tx: Tx, invitationId: string, account: InvitedAccount, ip: string): Promise<void>;
  /** In the transaction that makes the membership. */
  onAccepted: Listen<AcceptedInvitation, Promise<void>>;
  /** Removes invitations that ended long ago; the audit log keeps what became of them. */
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
  /** Whether answers carry the token. */
  revealsTokens: boolean;
}

const VALID_DAYS = 7;
const VALID_MS = VALID_DAYS * DAY;
const KEPT_AFTER_EXPIRY_MS = 90 * DAY;
const COLUMNS =
  'invitation_id, workspace_id, email, role, invited_by, operator_details, created_at, expires_at, accepted_at, revoked_at';
const IS_OPEN = 'accepted_at IS NULL AND revoked_at IS NULL';

export function createInvitations(options: InvitationsOptions): Invitations {
  const { database, clock, audit, roles, mailer, budget } = options;
  const acceptances = createAwaitedSignal<AcceptedInvitation>();

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
      validDays: VALID_DAYS,
    });
    await mailer.enqueue(tx, row.email, message, VALID_MS);
  };

  const record = (tx: Tx, action: string, row: InvitationRow, actor: Caller) =>
    audit.record(tx, {
      workspaceId: row.workspace_id,
      action,
      actor,
      ip: actor.ip,
      subject: row.email,
      details: { invitation_id: row.invitation_id, role: row.role },
    });

  /** An invitation that the caller may manage; one of another workspace looks like none. */
  const findManaged = async (caller: Caller, invitationId: string): Promise<InvitationRow> => {
    const [row] = await database.read.rows<InvitationRow>(
      `SELECT ${COLUMNS} FROM invitations WHERE invitation_id = ?`,
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

  const consume: Invitations['consume'] = async (tx, invitationId, account, ip) => {
    const now = clock();
    const used = await tx.run(
      `UPDATE invitations SET accepted_at = ? WHERE invitation_id = ? AND email = ? AND expires_at > ? AND ${IS_OPEN}`,
      [now, invitationId, account.email, now],
    );
    if (used !== 1) throw new AppError('invitation_invalid');
    const [row] = await tx.rows<InvitationRow>(
      `SELECT ${COLUMNS} FROM invitations WHERE invitation_id = ?`,
      [invitationId],
    );
    if (!row) throw new AppError('invitation_invalid');
    // Whoever was removed since can't let others in any more.
    const inviterRole = await roleOf(tx, row.invited_by, row.workspace_id);
    if (inviterRole === null || !mayManage(inviterRole, row.role)) {
      throw new AppError('invitation_invalid');
    }
    await insertIfAbsent(tx, 'memberships', {
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
      subject: row.email,
      details: { invitation_id: invitationId, role: row.role },
    });
  };

  const findOpen: Invitations['findOpen'] = async (token, email) => {
    const [row] = await database.read.rows<InvitationRow>(
      `SELECT ${COLUMNS} FROM invitations WHERE token_hash = ? AND email = ? AND expires_at > ? AND ${IS_OPEN}`,
      [tokenHash(token), email, clock()],
    );
    if (!row) throw new AppError('invitation_invalid');
    return row;
  };

  return {
    findOpen,
    consume,

    createInvitation: async ({ workspaceId, role, operatorDetails, invitedBy, ...request }) => {
      const email = normalizeEmail(request.email);
      if (email === null) throw new TypeError('an invitation needs a normalised e-mail');
      const actorRole = await roles.requireRole(invitedBy.accountId, workspaceId, 'admin');
      if (!mayManage(actorRole, role)) throw new AppError('insufficient_role');
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
        const members = await tx.rows(
          'SELECT a.account_id FROM accounts a JOIN memberships m ON m.account_id = a.account_id WHERE a.email = ? AND m.workspace_id = ?',
          [email, workspaceId],
        );
        if (members.length > 0) throw new AppError('state_conflict');
        await budget.take(tx, { workspaceId, accountId: invitedBy.accountId, recipient: email });
        await tx.run(
          `UPDATE invitations SET revoked_at = ? WHERE workspace_id = ? AND email = ? AND ${IS_OPEN}`,
          [now, workspaceId, email],
        );
        await insertRows(
          tx,
          'invitations',
          [...Object.keys(row), 'token_hash'],
          [[...Object.values(row), tokenHash(token)]],
        );
        await mail(tx, row, token, invitedBy);
        await record(tx, 'invitation.created', row, invitedBy);
      });
      return sent(row, token);
    },

    list: async (caller, workspaceId, { limit, cursor }) => {
      await roles.requireRole(caller.accountId, workspaceId, 'admin');
      const [createdAt, id] = readCursor(cursor, 'number', 'string') ?? [null, null];
      const rows = await database.read.rows<InvitationRow>(
        `SELECT ${COLUMNS} FROM invitations
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
        if (changed !== 1) throw new AppError('state_conflict');
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
        if (changed !== 1) throw new AppError('state_conflict');
        await record(tx, 'invitation.revoked', row, caller);
      });
      return { ...row, revoked_at: now };
    },

    onAccepted: acceptances.on,

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM invitations WHERE expires_at <= ?', [clock() - KEPT_AFTER_EXPIRY_MS]),
      );
    },

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
