import type { Clock } from '../../platform/clock';
import { isOpen, nextOpening } from '../../tenants/opening-hours';
import type { Tenant } from '../../tenants/tenant';
import type { Surroundings } from '../rules/commands';
import { resolveLocale } from '../rules/system-lines';

export interface SurroundingsSources {
  clock: Clock;
  /** Whether an operator is available for the tenant now. */
  isAnyOperatorAvailable(tenantId: string): Promise<boolean>;
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
      isStaffed: isWithinHours && (await sources.isAnyOperatorAvailable(tenant.tenantId)),
      nextOpeningAt: isWithinHours || tenant.hours === null ? null : nextOpening(tenant.hours, now),
      timezone: tenant.hours?.timezone ?? 'UTC',
    };
  };
}
