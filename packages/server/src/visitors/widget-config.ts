import type { WidgetConfig } from '@chat-relay/widget-sdk/frames';
import type { Clock } from '../platform/clock';
import { MAX_CONTENT_CHARS } from '../platform/message-text';
import { resolveLocale } from '../platform/locale';
import { greetingOf } from '../tenants/bot/disclosure';
import { isOpen } from '../tenants/opening-hours';
import type { Tenant } from '../tenants/tenant';

export const FRAME_BYTES = 16 * 1024;

export type BuildWidgetConfig = (tenant: Tenant, locale: string) => Promise<WidgetConfig>;

/** What pages may know about their tenant: no secret, no callback address, no list of origins. */
export function createWidgetConfig(deps: {
  operators: { isAnyAvailable(tenantId: string, now: number): Promise<boolean> };
  clock: Clock;
}): BuildWidgetConfig {
  return async (tenant, locale) => ({
    tenant_name: tenant.name,
    is_online: await isOnline(tenant),
    bot_enabled: tenant.bot.kind !== 'none',
    locale,
    greeting: greetingOf(tenant, resolveLocale(locale, tenant.defaultLocale)),
    theme: {
      accent_color: tenant.widget.theme.accentColor,
      position: tenant.widget.theme.position,
    },
    rating: tenant.rating,
    limits: { content_chars: MAX_CONTENT_CHARS, frame_bytes: FRAME_BYTES },
  });

  async function isOnline({ tenantId, status, hours }: Tenant): Promise<boolean> {
    const now = deps.clock();
    if (status !== 'active' || !isOpen(hours, now)) return false;
    return deps.operators.isAnyAvailable(tenantId, now);
  }
}
