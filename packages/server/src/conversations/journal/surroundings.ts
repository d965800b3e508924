import type { OperatorPresence } from '../../operators/presence';
import type { Clock } from '../../platform/clock';
import type { Tenant } from '../../tenants/tenant';
import type { Surroundings } from '../rules/commands';
import { resolveLocale } from '../rules/system-lines';

export interface SurroundingsSources {
  clock: Clock;
  presence: Pick<OperatorPresence, 'isAnyAvailable'>;
}

export type SurroundingsOf = (tenant: Tenant, locale: string) => Promise<Surroundings>;

export function createSurroundings({ clock, presence }: SurroundingsSources): SurroundingsOf {
  return async (tenant, locale) => ({
    hasBot: tenant.bot.kind !== 'none',
    hasCallbacks: tenant.callbackUrlBase !== null,
    locale: resolveLocale(locale, tenant.defaultLocale),
    hours: tenant.hours,
    isOperatorAvailable: await presence.isAnyAvailable(tenant.tenantId, clock()),
  });
}
