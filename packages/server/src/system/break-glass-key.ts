import type { Request, Server } from '@hapi/hapi';
import { AppError } from '../platform/errors';
import { rateKey } from '../platform/rate-limits/client-address';
import { consume } from '../platform/rate-limits/rate-limit';
import { routesFor } from '../platform/http/route';
import type { BreakGlassResponses } from './wire';
import { createCounter, type SharedRedis } from '../platform/rate-limits/shared-counter';
import { safeEqual } from '../platform/security/tokens';

/** The access of a route that requires the platform's admin key. */
export const adminKeyRoute = routesFor<{ isAdminKey: true }, BreakGlassResponses>('admin-key');

export interface AdminKeyOptions {
  /** Null: the routes respond as if they did not exist. */
  adminKey: string | null;
  redis: SharedRedis | null;
  clientIp(request: Request): string;
}

const MAX_WRONG_KEYS = 5;
const WINDOW_S = 15 * 60;

/**
 * `X-Admin-Key`. Wrong keys are counted by address, and each is refused only after it was counted. Beyond the
 * limit the right key is refused too; otherwise guessing could continue unnoticed.
 */
export function registerAdminKeyStrategy(server: Server, options: AdminKeyOptions): void {
  const { adminKey, redis, clientIp } = options;
  const wrongKeys = createCounter('wrong_admin_key', MAX_WRONG_KEYS, WINDOW_S, redis);

  server.auth.scheme('admin-key', () => ({
    authenticate: async (request, h) => {
      if (adminKey === null) throw new AppError('not_found');
      const caller = rateKey(clientIp(request));
      const given = request.headers['x-admin-key'];
      if (!safeEqual(typeof given === 'string' ? given : '', adminKey)) {
        await consume(wrongKeys, caller, 'too_many_attempts');
        throw new AppError('invalid_admin_key');
      }
      const counted = await wrongKeys.get(caller);
      if (counted && counted.consumedPoints >= MAX_WRONG_KEYS) {
        const retryAfterS = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
        throw new AppError('too_many_attempts', { retryAfterS });
      }
      return h.authenticated({ credentials: { isAdminKey: true } as object });
    },
  }));
  server.auth.strategy('admin-key', 'admin-key');
}
