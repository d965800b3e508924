import type { OperatorPresence } from '../../operators/presence';
import type { Clock } from '../../platform/clock';
import { isOpen, nextOpening } from '../../tenants/opening-hours';
import type { Tenant } from '../../tenants/tenant';
import type { Surroundings } from '../rules/commands';
import { resolveLocale } from '../rules/system-lines';

export interface SurroundingsSources {
  clock: Clock;
  presence: Pick<OperatorPresence, 'isAnyAvailable'>;
}

export type SurroundingsOf = (tenant: Tenant, locale: string) => Promise<Surroundings>;

export function createSurroundings(sources: SurroundingsSources): SurroundingsOf {
  return async (tenant, locale) => {
    const now = sources.clock();
    const isWithinHours = tenant.hours === null || isOpen(tenant.hours, now);
    return {
      hasBot: tenant.bot.kind !== 'none',
      hasCallbacks: tenant.callbackUrlBase !== null,
      locale: resolveLocale(locale, tenant.defaultLocale),
      isStaffed: isWithinHours && (await sources.presence.isAnyAvailable(tenant.tenantId, now)),
      nextOpeningAt: isWithinHours || tenant.hours === null ? null : nextOpening(tenant.hours, now),
      timezone: tenant.hours?.timezone ?? 'UTC',
    };
  };
}
