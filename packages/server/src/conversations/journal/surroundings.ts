import type { OperatorPresence } from '../../operators/presence';
import { SECOND } from '../../platform/clock';
import type { Tenant } from '../../tenants/tenant';
import type { Surroundings } from '../rules/commands';
import { botNameOf } from '../../tenants/bot/disclosure';
import { voiceOf } from '../../tenants/texts/voice';

export interface SurroundingsSources {
  presence: Pick<OperatorPresence, 'isAnyAvailable'>;
}

export type SurroundingsOf = (tenant: Tenant, locale: string) => Promise<Surroundings>;

export function createSurroundings({ presence }: SurroundingsSources): SurroundingsOf {
  return async (tenant, requested) => {
    const voice = voiceOf(tenant, requested);
    return {
      hasBot: tenant.bot.kind !== 'none',
      botName: botNameOf(tenant.bot, voice),
      hasRating: tenant.rating,
      hasCallbacks: tenant.callbackUrlBase !== null,
      voice,
      hours: tenant.hours,
      targets: {
        firstAnswerMs: msOrNull(tenant.targets.firstAnswerS),
        waitMs: msOrNull(tenant.targets.waitS),
      },
      isOperatorAvailable: await presence.isAnyAvailable(tenant.tenantId),
    };
  };
}

const msOrNull = (seconds: number | null): number | null =>
  seconds === null ? null : seconds * SECOND;
