/** The account that is signed in, as the relay shows it. */
export interface Account {
  account_id: string;
  email: string;
  display_name: string;
  /** `PENDING` until its address is verified, then `ACTIVE`. */
  status: string;
  is_system: boolean;
  mfa_enabled: boolean;
  totp_enabled: boolean;
  created_at: string;
}

/** A workspace that the account belongs to. */
export interface Membership {
  workspace_id: string;
  workspace_name: string;
  role: string;
}

/** The answer of `fetch/account`. */
export interface AccountAnswer {
  account: Account;
  memberships: Membership[];
}
