import Joi from 'joi';
import type { AccountRow } from '../accounts/account';
import type { SystemAdmins, SystemAdminSeed } from '../accounts/system-admins';
import { accountAnswer, accountView } from '../accounts/view';
import { AppError } from '../platform/errors';
import { name, password } from '../platform/http/fields';
import type { Route } from '../platform/http/route';
import { emailAddress } from '../platform/mail/address';
import { isCommonPassword } from '../platform/security/password';
import type { Account } from '../accounts/wire';
import { adminKeyRoute } from './break-glass-key';
import type { BreakGlassResponses } from './wire';

export interface BootstrapRoutesOptions {
  systemAdmins: SystemAdmins;
  /** The account of `SYSTEM_ADMIN_*`; used if the body names none. */
  configuredSeed: SystemAdminSeed | null;
  isLocal: boolean;
}

interface Bootstrap {
  email?: string;
  password?: string;
  display_name?: string;
}

const bootstrap = Joi.object<Bootstrap>({
  email: emailAddress,
  password,
  display_name: name,
}).and('email', 'password');

const byEmail = Joi.object<{ email: string }>({ email: emailAddress.required() });
const DEFAULT_NAME = 'System administrator';

/** Creates a platform's first super-admin, or one when no super-admin can sign in. */
export function bootstrapRoutes(options: BootstrapRoutesOptions): Route[] {
  const { systemAdmins, configuredSeed, isLocal } = options;

  const seedFrom = (body: Bootstrap): SystemAdminSeed => {
    const displayName = body.display_name ?? configuredSeed?.displayName ?? DEFAULT_NAME;
    if (body.email === undefined || body.password === undefined) {
      if (configuredSeed) return { ...configuredSeed, displayName };
      const details = ['email', 'password'].map((field) => ({ field, code: 'required' }));
      throw new AppError('invalid_request', { details });
    }
    const seed = { email: body.email, password: body.password, displayName };
    if (!isLocal && isCommonPassword(seed.password, [seed.email, displayName])) {
      throw new AppError('weak_password');
    }
    return seed;
  };

  const changeRoute = (
    verb: 'promote' | 'demote',
    summary: string,
    change: (email: string, ip: string) => Promise<AccountRow>,
  ) =>
    adminKeyRoute({
      method: 'POST',
      path: `/console/${verb}/console-admin`,
      area: 'system',
      summary,
      query: byEmail,
      answer: Joi.object<{ account: Account }, true>({ account: accountAnswer.required() }),
      rateLimit: 'console_per_ip',
      handle: async ({ query, ip }) => ({ account: accountView(await change(query.email, ip)) }),
    });

  return [
    adminKeyRoute({
      method: 'POST',
      path: '/console/bootstrap/system-admin',
      area: 'system',
      summary: 'Make sure that there is a super-admin who can sign in',
      body: bootstrap,
      answer: Joi.object<BreakGlassResponses['console/bootstrap/system-admin'], true>({
        account: accountAnswer.required(),
        outcome: Joi.string().valid('created', 'promoted', 'unchanged').required(),
      }),
      rateLimit: 'console_per_ip',
      handle: async ({ body, ip }) => {
        const { account, outcome } = await systemAdmins.seed(seedFrom(body), ip);
        return { account: accountView(account), outcome };
      },
    }),
    changeRoute('promote', 'Make an account a super-admin', systemAdmins.promote),
    changeRoute('demote', 'Make a super-admin an ordinary account again', systemAdmins.demote),
  ];
}
