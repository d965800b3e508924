import Joi from 'joi';
import { iso } from '../platform/clock';
import { emptyAnswer, time } from '../platform/http/fields';
import type { Route } from '../platform/http/route';
import { callerOf, consoleRoutesFor } from '../workspaces/principal';
import type { DeleteAccount } from './account-deletion';
import type { Passwords } from './sign-in/passwords';
import type { ConfirmPassword } from './sessions/confirmation';
import { qrPath, qrPathShape } from './qr-path';
import * as shapes from './schemas';
import type { Settings } from './settings';
import type { Totp } from './sign-in/totp';
import { isByCookie } from './sessions/console-scheme';
import { CLEAR_SESSION_COOKIE } from './sessions/session-cookie';
import { accountAnswer, accountView } from './view';
import type { Account, AccountResponses, TotpEnrollment } from './wire';

const consoleRoute = consoleRoutesFor<AccountResponses>();

export interface SettingsRoutesOptions {
  passwords: Passwords;
  settings: Settings;
  totp: Totp;
  confirmPassword: ConfirmPassword;
  deleteAccount: DeleteAccount;
}

/** Routes by which a signed-in account changes its own settings. */
export function settingsRoutes(options: SettingsRoutesOptions): Route[] {
  const { passwords, settings, totp } = options;
  return [
    consoleRoute({
      method: 'POST',
      path: '/console/confirm/password',
      area: 'account',
      summary:
        "Give the password again, before what can't be undone; the fifth wrong one signs out",
      body: shapes.ownPassword,
      answer: Joi.object<{ confirmed_until: string }, true>({ confirmed_until: time.required() }),
      rateLimit: 'login_per_ip',
      handle: async (call) => ({
        confirmed_until: iso(await options.confirmPassword(callerOf(call), call.body.password)),
      }),
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/update/account',
      area: 'account',
      summary: 'Change the name, or switch the second factor on or off',
      body: shapes.updateAccount,
      answer: Joi.object<{ account: Account }, true>({ account: accountAnswer.required() }),
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        const { display_name: displayName, mfa_enabled: mfaEnabled } = call.body;
        const account = await settings.update(callerOf(call), { displayName, mfaEnabled });
        return { account: accountView(account) };
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/change/password',
      area: 'account',
      summary: 'Change the password; all other logins end',
      body: shapes.changePassword,
      answer: emptyAnswer,
      rateLimit: 'login_per_ip',
      handle: async (call) => {
        const { current_password, password } = call.body;
        await passwords.change(callerOf(call), current_password, password);
        return {};
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/enroll/totp',
      area: 'account',
      summary: 'Start using an authenticator app: returns the address for its QR code',
      body: shapes.enrollTotp,
      answer: Joi.object<TotpEnrollment, true>({
        otpauth_uri: Joi.string().required(),
        qr: qrPathShape,
      }),
      rateLimit: 'login_per_ip',
      handle: async (call) => {
        const { password, qr } = call.body;
        const uri = await totp.enroll(callerOf(call), password);
        return { otpauth_uri: uri, ...(qr && { qr: qrPath(uri) }) };
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/activate/totp',
      area: 'account',
      summary: 'Confirm the authenticator app with a first code; logins offer it from now on',
      body: shapes.totpCode,
      answer: emptyAnswer,
      rateLimit: 'verify_per_ip',
      handle: async (call) => {
        await totp.activate(callerOf(call), call.body.totp);
        return {};
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/disable/totp',
      area: 'account',
      summary: 'Stop using the authenticator app',
      body: shapes.ownPassword,
      answer: emptyAnswer,
      rateLimit: 'login_per_ip',
      handle: async (call) => {
        await totp.disable(callerOf(call), call.body.password);
        return {};
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/delete/account',
      area: 'account',
      summary: 'Delete the account at once; not the last owner of a workspace',
      body: shapes.ownPassword,
      answer: emptyAnswer,
      rateLimit: 'login_per_ip',
      handle: async (call) => {
        await options.deleteAccount(callerOf(call), call.body.password);
        if (isByCookie(call.request)) call.header('set-cookie', CLEAR_SESSION_COOKIE);
        return {};
      },
    }),
  ];
}
