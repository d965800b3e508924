import type { AccountAnswer } from '../desk/relay/account';

/** What the relay answers, field by field, as docs/PROTOCOL.md has it. Times are ISO 8601 in UTC. */

export interface SentCode {
  expires_at: string;
  resend_after_s: number;
  /** In local mode without mail. */
  dev_otp?: string;
}

export type Factor = 'email' | 'totp';

export type LoginAnswer =
  | ({ redirect_to_mfa: false } & AccountAnswer)
  | { redirect_to_mfa: true; challenge_token: string; mfa_factors: Factor[]; expires_at: string };
