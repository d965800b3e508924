import type { WidgetConfig } from '@chat-relay/widget-sdk/frames';
import type { Clock } from '../platform/clock';
import { MAX_CONTENT_CHARS } from '../platform/message-text';
import { greetingOf } from '../tenants/bot/disclosure';
import { isOpen } from '../tenants/hours/opening-hours';
import type { Tenant } from '../tenants/tenant';
import { voiceOf, type Voice } from '../tenants/texts/voice';
import { isRelayLine } from '../tenants/texts/keys';

export const FRAME_BYTES = 16 * 1024;

export type BuildWidgetConfig = (tenant: Tenant, locale: string) => Promise<WidgetConfig>;

/** Tells whether the tenant is active, within its opening hours, and has an operator online. */
export type IsOnline = (tenant: Tenant) => Promise<boolean>;

export function createIsOnline(deps: {
  operators: { isAnyAvailable(tenantId: string): Promise<boolean> };
  clock: Clock;
}): IsOnline {
  return async ({ tenantId, status, hours }) => {
    if (status !== 'active' || !isOpen(hours, deps.clock())) return false;
    return deps.operators.isAnyAvailable(tenantId);
  };
}

/** Makes the configuration that any page may read: it has no secret, no callback address and no list of origins. */
export function createWidgetConfig(deps: {
  isOnline: IsOnline;
  /** Whether the relay can send mails. */
  hasMail: boolean;
}): BuildWidgetConfig {
  return async (tenant, locale) => ({
    tenant_name: tenant.name,
    is_online: await deps.isOnline(tenant),
    bot_enabled: tenant.bot.kind !== 'none',
    locale,
    default_locale: tenant.defaultLocale,
    texts: widgetTexts(voiceOf(tenant, locale)),
    greeting: greetingOf(tenant, voiceOf(tenant, locale)),
    theme: {
      accent_color: tenant.widget.theme.accentColor,
      position: tenant.widget.theme.position,
    },
    rating: tenant.rating,
    ask_email: deps.hasMail && tenant.widget.askEmail,
    attachments: {
      enabled: tenant.attachments.enabled,
      types: tenant.attachments.types,
      max_bytes: tenant.attachments.maxBytes,
    },
    share_page: tenant.widget.sharePage,
    limits: { content_chars: MAX_CONTENT_CHARS, frame_bytes: FRAME_BYTES },
  });
}

/** The tenant's own texts for the widget, without those for mails and the relay's lines. */
function widgetTexts({ texts }: Voice): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !isRelayLine(key)));
}
