import type { EmptyResponse, PageResponse } from '../platform/http/wire';
import type { Membership } from '../workspaces/wire';

/** A person who can sign in to the console. */
export interface Account {
  account_id: string;
  email: string;
  display_name: string;
  /** `PENDING` until the address is verified. */
  status: 'PENDING' | 'ACTIVE';
  is_system: boolean;
  mfa_enabled: boolean;
  totp_enabled: boolean;
  created_at: string;
}

/** The account that is signed in, with its workspaces. */
export interface SignedInAccount {
  account: Account;
  memberships: Membership[];
  /** Set if the session is a cookie. */
  session?: { kind: 'cookie'; idle_ends_at: string; confirmed_until: string };
}

/** A completed sign-in. */
export interface SignedSession {
  /** Null if the session is a cookie. */
  console_token: string | null;
  expires_at: string;
  account: Account;
  memberships: Membership[];
}

export type Factor = 'email' | 'totp';

/** A sign-in that waits for a second factor. */
export interface LoginChallenge {
  challenge_token: string;
  mfa_factors: Factor[];
  expires_at: string;
}

/** A sign-in is complete, or needs one of the factors. */
export type LoginResponse =
  | ({ redirect_to_mfa: false } & SignedSession)
  | ({ redirect_to_mfa: true } & LoginChallenge);

export interface SentCode {
  expires_at: string;
  resend_after_s: number;
  /** The code. Set only in local mode without mail. */
  dev_otp?: string;
}

export interface SignInOptions {
  registration: 'open' | 'invited';
  create_workspace: 'all' | 'admins';
}

/** One sign-in of the account. */
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

/** The address that adds the account to an authenticator app. */
export interface TotpEnrollment {
  otpauth_uri: string;
  qr?: QrPath;
}

export interface QrPath {
  /** The number of modules on a side. */
  size: number;
  /** An SVG path of the dark modules, one unit each. */
  path: string;
}

export interface AccountResponses {
  'console/fetch/sign-in-options': SignInOptions;
  'console/register': SentCode & { registration_token: string };
  'console/verify/registration': SignedSession;
  'console/resend/registration-otp': SentCode;
  'console/login': LoginResponse;
  'console/get/login-otp': SentCode & { masked_email: string };
  'console/verify/login-otp': SignedSession;
  'console/verify/login-totp': SignedSession;
  'console/forgot/password': SentCode & { challenge_token: string };
  'console/reset/password': EmptyResponse;
  'console/confirm/password': { confirmed_until: string };
  'console/update/account': { account: Account };
  'console/change/password': EmptyResponse;
  'console/enroll/totp': TotpEnrollment;
  'console/activate/totp': EmptyResponse;
  'console/disable/totp': EmptyResponse;
  'console/delete/account': EmptyResponse;
  'console/fetch/account': SignedInAccount;
  'console/fetch/sessions': PageResponse<'sessions', ConsoleSession>;
  'console/logout': EmptyResponse;
  'console/revoke/session': EmptyResponse;
  'console/revoke/other-sessions': { revoked: number };
}
