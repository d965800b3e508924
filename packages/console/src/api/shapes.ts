/** What the relay answers, field by field, as docs/PROTOCOL.md has it. Times are ISO 8601 in UTC. */

export interface Account {
  account_id: string;
  email: string;
  display_name: string;
  status: 'PENDING' | 'ACTIVE';
  is_system: boolean;
  mfa_enabled: boolean;
  totp_enabled: boolean;
  created_at: string;
}

export type Role = 'owner' | 'admin' | 'operator';

export interface Membership {
  workspace_id: string;
  workspace_name: string;
  role: Role;
}

/** Who is signed in. */
export interface SignedIn {
  account: Account;
  memberships: Membership[];
}

export interface SentCode {
  expires_at: string;
  resend_after_s: number;
  /** In local mode without mail. */
  dev_otp?: string;
}

export type Factor = 'email' | 'totp';

export type LoginAnswer =
  | ({ redirect_to_mfa: false } & SignedIn)
  | { redirect_to_mfa: true; challenge_token: string; mfa_factors: Factor[]; expires_at: string };

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

export interface CannedReply {
  canned_reply_id: string;
  workspace_id: string;
  shortcut: string;
  content: string;
  locale?: string;
}
