/** Who is signed in, as the relay answers it, field by field. */

export interface Account {
  account_id: string;
  email: string;
  display_name: string;
  /** `PENDING` until its address is verified. */
  status: 'PENDING' | 'ACTIVE';
  is_system: boolean;
  mfa_enabled: boolean;
  totp_enabled: boolean;
  created_at: string;
}

export type Role = 'owner' | 'admin' | 'operator';

/** A workspace that the account belongs to. */
export interface Membership {
  workspace_id: string;
  workspace_name: string;
  role: Role;
}

/** The answer of `fetch/account`. */
export interface AccountAnswer {
  account: Account;
  memberships: Membership[];
}

/** A login of the account. */
export interface ConsoleSession {
  session_id: string;
  ip: string;
  user_agent: string;
  amr: string[];
  is_current: boolean;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}
