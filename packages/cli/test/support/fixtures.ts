import { WORKSPACE } from '../../../desk/test/support/desk-fixtures';

export const ACCOUNT = {
  account_id: '01900000-0000-7000-8000-000000000005',
  email: 'camille@shop.example',
  display_name: 'Camille',
  status: 'ACTIVE',
  is_system: false,
  mfa_enabled: true,
  totp_enabled: false,
  created_at: '2026-11-21T12:00:00.000Z',
};
export const MEMBERSHIP = {
  workspace_id: WORKSPACE,
  workspace_name: 'Demo shop',
  role: 'operator',
};
