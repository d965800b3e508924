import Joi from 'joi';
import type { EntryPolicy } from '../config/config';
import { iso } from '../platform/clock';
import { time, uuid } from '../platform/http/fields';
import type { ConsoleSession as CurrentSession } from '../workspaces/principal';
import { membershipAnswer, membershipView } from '../workspaces/view';
import type { MembershipRow } from '../workspaces/workspaces';
import type { AccountRow } from './account';
import type { SentCode as Sent } from './sign-in/registration';
import type { SessionRow } from './sessions/sessions';
import type {
  Account,
  ConsoleSession,
  SentCode,
  SignedInAccount,
  SignedSession,
  SignInOptions,
} from './wire';

export const accountAnswer = Joi.object<Account, true>({
  account_id: uuid.required(),
  email: Joi.string().required(),
  display_name: Joi.string().required(),
  status: Joi.string().valid('PENDING', 'ACTIVE').required(),
  is_system: Joi.boolean().required(),
  mfa_enabled: Joi.boolean().required(),
  totp_enabled: Joi.boolean().required(),
  created_at: time.required(),
}).id('Account');

export function accountView(account: AccountRow): Account {
  return {
    account_id: account.account_id,
    email: account.email,
    display_name: account.display_name,
    status: account.status,
    is_system: account.is_system === 1,
    mfa_enabled: account.mfa_enabled === 1,
    totp_enabled: account.totp_enabled === 1,
    created_at: iso(account.created_at),
  };
}

const membershipsAnswer = Joi.array().items(membershipAnswer);

export const accountWithMemberships = Joi.object<SignedInAccount, true>({
  account: accountAnswer.required(),
  memberships: membershipsAnswer.required(),
  session: Joi.object({
    kind: Joi.string().valid('cookie').required(),
    idle_ends_at: time.required(),
    confirmed_until: time.required(),
  }),
});

/** The times that the console's page needs of its session; a client with a token needs none. */
export function currentSessionView({
  idleEndsAt,
  confirmedUntil,
}: CurrentSession): Pick<SignedInAccount, 'session'> {
  if (idleEndsAt === null || confirmedUntil === null) return {};
  return {
    session: {
      kind: 'cookie',
      idle_ends_at: iso(idleEndsAt),
      confirmed_until: iso(confirmedUntil),
    },
  };
}

export const sessionFields = {
  /** Null for a session by cookie. */
  console_token: Joi.string().allow(null),
  expires_at: time,
  account: accountAnswer,
  memberships: membershipsAnswer,
};
export const sessionAnswer = Joi.object<SignedSession, true>(sessionFields)
  .options({ presence: 'required' })
  .id('SignedSession');

export interface SignedIn {
  token: string | null;
  expiresAtMs: number;
  account: AccountRow;
  memberships: MembershipRow[];
}

export function signedSessionView(session: SignedIn): SignedSession {
  return {
    console_token: session.token,
    expires_at: iso(session.expiresAtMs),
    account: accountView(session.account),
    memberships: session.memberships.map(membershipView),
  };
}

export const signInOptionsAnswer = Joi.object<SignInOptions, true>({
  registration: Joi.string().valid('open', 'invited').required(),
  create_workspace: Joi.string().valid('all', 'admins').required(),
});

export function signInOptionsView({ registration, createWorkspace }: EntryPolicy): SignInOptions {
  return { registration, create_workspace: createWorkspace };
}

export const sentCodeFields = {
  expires_at: time.required(),
  resend_after_s: Joi.number().integer().required(),
  dev_otp: Joi.string(),
};

export function sentCodeView({ expiresAt, resendAfterS, devOtp }: Sent): SentCode {
  return {
    expires_at: iso(expiresAt),
    resend_after_s: resendAfterS,
    ...(devOtp !== null && { dev_otp: devOtp }),
  };
}

export const consoleSessionAnswer = Joi.object<ConsoleSession, true>({
  session_id: uuid.required(),
  ip: Joi.string().required(),
  user_agent: Joi.string().allow('').required(),
  amr: Joi.array().items(Joi.string()).required(),
  is_current: Joi.boolean().required(),
  created_at: time.required(),
  last_seen_at: time.required(),
  expires_at: time.required(),
}).id('ConsoleSession');

/** A session as its account's list shows it. */
export function consoleSessionView(row: SessionRow, currentId: string): ConsoleSession {
  return {
    session_id: row.session_id,
    ip: row.ip,
    user_agent: row.user_agent,
    amr: row.amr.split(' '),
    is_current: row.session_id === currentId,
    created_at: iso(row.created_at),
    last_seen_at: iso(row.last_seen_at),
    expires_at: iso(row.expires_at),
  };
}
