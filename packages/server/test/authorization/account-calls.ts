import { apiOf } from '../support/api';
import { uniqueEmail } from '../support/world';
import {
  addMember,
  addStranger,
  invite,
  signIn,
  startLogin,
  startRegistration,
} from '../support/members';
import { PASSWORD } from '../support/world';
import type { RouteCall } from './route-call';
import type { StockedWorld } from './stocked-world';

const someone = async ({ url }: StockedWorld) => (await addStranger(url)).token;
/** Response to calls that need an authenticator: none is configured. */
const NO_TOTP = { status: 409, code: 'state_conflict' };

/** Accounts, the system console and break-glass. */
export const ACCOUNT_CALLS: Record<string, RouteCall> = {
  'GET /console/fetch/sign-in-options': { fields: () => ({}) },
  'POST /console/register': {
    fields: async (world) => {
      const { email, inviteToken } = await invite(world, 'operator');
      return { email, password: PASSWORD, display_name: 'Rita', invite_token: inviteToken };
    },
  },
  'POST /console/verify/registration': {
    fields: async ({ url }) => {
      const { registrationToken, otp } = await startRegistration(url);
      return { registration_token: registrationToken, otp };
    },
  },
  'POST /console/resend/registration-otp': {
    fields: async ({ url }) => ({
      registration_token: (await startRegistration(url)).registrationToken,
    }),
  },
  'POST /console/login': {
    fields: ({ ownerEmail }) => ({ email: ownerEmail, password: PASSWORD }),
  },
  'POST /console/get/login-otp': {
    fields: async ({ url, ownerEmail }) => ({ challenge_token: await startLogin(url, ownerEmail) }),
  },
  'POST /console/verify/login-otp': {
    fields: async ({ url, ownerEmail }) => {
      const challenge = await startLogin(url, ownerEmail);
      const sent = await apiOf(url).post<{ dev_otp: string }>('/console/get/login-otp', {
        challenge_token: challenge,
      });
      return { challenge_token: challenge, code: sent.data.dev_otp };
    },
  },
  'POST /console/verify/login-totp': {
    fields: async ({ url, ownerEmail }) => ({
      challenge_token: await startLogin(url, ownerEmail),
      totp: '123456',
    }),
    owner: { status: 401, code: 'totp_invalid' },
  },
  'POST /console/forgot/password': { fields: ({ ownerEmail }) => ({ email: ownerEmail }) },
  'POST /console/reset/password': {
    fields: async ({ url }) => {
      const { email } = await addStranger(url);
      const { data } = await apiOf(url).post<{ challenge_token: string; dev_otp: string }>(
        '/console/forgot/password',
        { email },
      );
      return { challenge_token: data.challenge_token, otp: data.dev_otp, password: PASSWORD };
    },
  },

  'GET /console/fetch/account': { fields: () => ({}) },
  'GET /console/fetch/sessions': { fields: () => ({}) },
  'POST /console/logout': { fields: () => ({}), token: someone },
  'POST /console/revoke/session': {
    fields: async ({ url, ownerEmail }) => {
      const { token } = await signIn(url, ownerEmail);
      const { data } = await apiOf(url, token).get<{
        sessions: { session_id: string; is_current: boolean }[];
      }>('/console/fetch/sessions');
      return { session_id: data.sessions.find((session) => session.is_current)?.session_id };
    },
  },
  'POST /console/revoke/other-sessions': { fields: () => ({}), token: someone },
  'POST /console/update/account': { fields: () => ({ display_name: 'Olga' }) },
  'POST /console/delete/account': {
    fields: () => ({ password: PASSWORD }),
    token: async (world) => (await addMember(world.url, world, 'operator')).token,
  },
  'POST /console/confirm/password': { fields: () => ({ password: PASSWORD }) },
  'POST /console/change/password': {
    fields: () => ({ current_password: PASSWORD, password: `${PASSWORD}!` }),
    token: someone,
  },
  'POST /console/enroll/totp': { fields: () => ({ password: PASSWORD }), owner: NO_TOTP },
  'POST /console/activate/totp': { fields: () => ({ totp: '123456' }), owner: NO_TOTP },
  'POST /console/disable/totp': { fields: () => ({ password: PASSWORD }) },

  ...systemCalls(),

  'POST /console/bootstrap/system-admin': {
    fields: () => ({ email: uniqueEmail(), password: PASSWORD }),
  },
  'POST /console/promote/console-admin': {
    fields: async ({ url }) => ({ email: (await addStranger(url)).email }),
  },
  'POST /console/demote/console-admin': {
    fields: async ({ url }) => ({ email: (await addStranger(url)).email }),
  },
};

/** Calls for super-admins only. Owners get 403, even for their own tenant. */
function systemCalls(): Record<string, RouteCall> {
  const owner = { status: 403, code: 'not_system_admin' };
  const list: RouteCall = { fields: () => ({}), owner };
  const change: RouteCall = { fields: ({ tenantId }) => ({ tenant_id: tenantId }), owner };
  return {
    'GET /console/system/fetch/stats': list,
    'GET /console/system/fetch/node-status': list,
    'GET /console/system/fetch/workspaces': list,
    'GET /console/system/fetch/tenants': list,
    'GET /console/system/fetch/admins': list,
    'GET /console/system/fetch/audit-log': list,
    'POST /console/system/suspend/tenant': change,
    'POST /console/system/reactivate/tenant': change,
  };
}
