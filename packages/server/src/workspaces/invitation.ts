import { listColumns, pickColumns, type RowOf } from '../platform/storage/table';
import { INVITATIONS } from './model';

const READ = pickColumns(
  INVITATIONS,
  'invitation_id',
  'workspace_id',
  'email',
  'role',
  'invited_by',
  'operator_details',
  'created_at',
  'expires_at',
  'accepted_at',
  'revoked_at',
);

/** An invitation, without its token. */
export type InvitationRow = RowOf<typeof READ>;

export const INVITATION_COLUMNS = listColumns(READ);
export const IS_OPEN = 'accepted_at IS NULL AND revoked_at IS NULL';
