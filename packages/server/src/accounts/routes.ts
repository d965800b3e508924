import Joi from 'joi';
import type { EntryPolicy } from '../config/config';
import { iso } from '../platform/clock';
import { emptyAnswer, time } from '../platform/http/fields';
import { routesFor, type Call, type Route } from '../platform/http/route';
import type { Workspaces } from '../workspaces/workspaces';
import type { Login } from './sign-in/login';
import type { Passwords } from './sign-in/passwords';
import type { Registration } from './sign-in/registration';
import * as shapes from './schemas';
import { wantsCookie } from './sessions/console-origin';
import { setSessionCookie } from './sessions/session-cookie';
import type { Device, IssuedSession, Sessions } from './sessions/sessions';
import {
  sentCodeFields,
  sentCodeView,
  sessionAnswer,
  sessionFields,
  signInOptionsAnswer,
  signInOptionsView,
  signedSessionView,
} from './view';
import type { AccountResponses, LoginResponse, SentCode, SignedSession } from './wire';

const publicRoute = routesFor<null, AccountResponses>(null);

export interface AccountRoutesOptions {
  registration: Registration;
  login: Login;
  passwords: Passwords;
  sessions: Sessions;
  workspaces: Workspaces;
  entry: EntryPolicy;
}

/** Routes without a login: registration, login and password reset. */
export function accountRoutes(options: AccountRoutesOptions): Route[] {
  const { registration, login, passwords, sessions, workspaces } = options;

  const sessionView = async (
    session: IssuedSession,
    { header }: Pick<Call<unknown, unknown, unknown>, 'header'>,
  ): Promise<SignedSession> => {
    const { account, kind } = session;
    const memberships = await workspaces.workspacesOf(account.account_id);
    const { token, expiresAtMs } = await sessions.sign(session);
    if (kind !== 'bearer') header('set-cookie', setSessionCookie(token, kind === 'remembered'));
    return signedSessionView({
      token: kind === 'bearer' ? token : null,
      expiresAtMs,
      account,
      memberships,
    });
  };

  return [
    publicRoute({
      method: 'GET',
      path: '/console/fetch/sign-in-options',
      area: 'account',
      summary: 'What a page offers before a sign-in: who may register, and create workspaces',
      answer: signInOptionsAnswer,
      rateLimit: 'console_per_ip',
      handle: () => Promise.resolve(signInOptionsView(options.entry)),
    }),
    publicRoute({
      method: 'POST',
      path: '/console/register',
      area: 'account',
      summary: 'Start a registration: a code is sent to the address',
      body: shapes.register,
      answer: Joi.object<SentCode & { registration_token: string }, true>({
        ...sentCodeFields,
        registration_token: Joi.string().required(),
      }),
      status: 201,
      rateLimit: 'register_per_ip',
      handle: async ({ body, ip }) => {
        const { email, password, display_name, organization_name, invite_token } = body;
        const join =
          organization_name === undefined
            ? { inviteToken: invite_token! } // exactly one, by the schema
            : { organizationName: organization_name };
        const request = { email, password, displayName: display_name, join };
        const sent = await registration.register(request, ip);
        return { registration_token: sent.registrationToken, ...sentCodeView(sent) };
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/console/verify/registration',
      area: 'account',
      summary: 'Activate the account with the code, and sign in',
      body: shapes.verifyRegistration,
      answer: sessionAnswer,
      rateLimit: 'verify_per_ip',
      startsSession: true,
      handle: async (call) => {
        const { registration_token: registrationToken, otp } = call.body;
        return sessionView(await registration.verify(registrationToken, otp, deviceOf(call)), call);
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/console/resend/registration-otp',
      area: 'account',
      summary: 'Send another registration code; the old one is no longer valid',
      body: shapes.registrationToken,
      answer: Joi.object<SentCode, true>(sentCodeFields),
      rateLimit: 'verify_per_ip',
      handle: async ({ body, ip }) =>
        sentCodeView(await registration.resend(body.registration_token, ip)),
    }),
    publicRoute({
      method: 'POST',
      path: '/console/login',
      area: 'account',
      summary: 'Sign in with e-mail and password; most accounts then need a second factor',
      body: shapes.credentials,
      answer: Joi.object<LoginResponse>({
        redirect_to_mfa: Joi.boolean().required(),
        challenge_token: Joi.string(),
        mfa_factors: Joi.array().items(Joi.string().valid('email', 'totp')),
        ...sessionFields,
        expires_at: time.required(),
      }),
      rateLimit: 'login_per_ip',
      startsSession: true,
      handle: async (call) => {
        const { email, password, remember = false } = call.body;
        const result = await login.start(email, password, deviceOf(call), remember);
        if (!result.needsSecondFactor) {
          return { redirect_to_mfa: false, ...(await sessionView(result.session, call)) };
        }
        return {
          redirect_to_mfa: true,
          challenge_token: result.challengeToken,
          mfa_factors: result.factors,
          expires_at: iso(result.expiresAt),
        };
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/console/get/login-otp',
      area: 'account',
      summary: 'Send a sign-in code by mail; an older one is no longer valid',
      body: shapes.challengeToken,
      answer: Joi.object<SentCode & { masked_email: string }, true>({
        ...sentCodeFields,
        masked_email: Joi.string().required(),
      }),
      rateLimit: 'verify_per_ip',
      handle: async ({ body, ip }) => {
        const sent = await login.sendCode(body.challenge_token, ip);
        return { ...sentCodeView(sent), masked_email: sent.maskedEmail };
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/console/verify/login-otp',
      area: 'account',
      summary: 'Finish signing in with the code sent by mail',
      body: shapes.verifyLoginOtp,
      answer: sessionAnswer,
      rateLimit: 'verify_per_ip',
      startsSession: true,
      handle: async (call) => {
        const { challenge_token: challengeToken, code } = call.body;
        const session = await login.verify(challengeToken, 'email', code, deviceOf(call));
        return sessionView(session, call);
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/console/verify/login-totp',
      area: 'account',
      summary: 'Finish signing in with a code of the authenticator app',
      body: shapes.verifyLoginTotp,
      answer: sessionAnswer,
      rateLimit: 'verify_per_ip',
      startsSession: true,
      handle: async (call) => {
        const { challenge_token: challengeToken, totp } = call.body;
        const session = await login.verify(challengeToken, 'totp', totp, deviceOf(call));
        return sessionView(session, call);
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/console/forgot/password',
      area: 'account',
      summary: 'Send a code for choosing a new password, if the address has an account',
      body: shapes.email,
      answer: Joi.object<SentCode & { challenge_token: string }, true>({
        ...sentCodeFields,
        challenge_token: Joi.string().required(),
      }),
      status: 202,
      message: 'If the address has an active account, a code is on its way.',
      rateLimit: 'verify_per_ip',
      handle: async ({ body, ip }) => {
        const sent = await passwords.forgot(body.email, ip);
        return { challenge_token: sent.challengeToken, ...sentCodeView(sent) };
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/console/reset/password',
      area: 'account',
      summary: 'Choose a new password with the code; all logins end, and no new one starts',
      body: shapes.resetPassword,
      answer: emptyAnswer,
      rateLimit: 'verify_per_ip',
      handle: async ({ body, ip }) => {
        const { challenge_token: challengeToken, otp, password } = body;
        await passwords.reset({ challengeToken, otp, password, ip });
        return {};
      },
    }),
  ];
}

function deviceOf({
  ip,
  request,
}: Pick<Call<unknown, unknown, unknown>, 'ip' | 'request'>): Device {
  const { headers } = request;
  return {
    ip,
    userAgent: (headers['user-agent'] as string | undefined) ?? '',
    kind: wantsCookie(request.raw.req.headers) ? 'cookie' : 'bearer',
  };
}
