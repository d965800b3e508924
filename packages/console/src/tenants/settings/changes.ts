import type { Words } from '../../words/words';
import type { BotBody, BotSettings, SettingsBody, Tenant } from '@chat-relay/server/wire/tenants';

export type SettingName = keyof Words['tenants']['settings'];

export interface SettingChange {
  name: SettingName;
  /** The new value, if it is a short text. */
  now: string | null;
}

/** A tenant's settings that can change independently, by name. */
function settingsOf({ widget, bot, ...tenant }: Tenant): Record<SettingName, unknown> {
  return {
    tenant_name: tenant.tenant_name,
    allowed_origins: tenant.allowed_origins,
    callback_url_base: tenant.callback_url_base,
    default_locale: tenant.default_locale,
    greeting: widget.greeting,
    accent_color: widget.theme.accent_color,
    position: widget.theme.position,
    cross_device: widget.cross_device,
    ask_email: widget.ask_email,
    share_page: widget.share_page,
    bot: { ...bot, faq: undefined },
    hours: tenant.hours,
    retention: tenant.retention,
    rating: tenant.rating,
    assignment: tenant.assignment,
    waiting_mail: tenant.waiting_mail,
    targets: tenant.targets,
    attachments: tenant.attachments,
    texts: tenant.texts,
    status: tenant.status,
    widget_public_key: tenant.widget_public_key,
  };
}

/** The settings that differ between two reads of a tenant. */
export function changesBetween(before: Tenant, after: Tenant): SettingChange[] {
  const known = settingsOf(before);
  return Object.entries(settingsOf(after)).flatMap(([key, value]) => {
    const name = key as SettingName; // a key of settingsOf
    if (isSame(known[name], value)) return [];
    const hasText = typeof value === 'string' || (Array.isArray(value) && value.length > 0);
    return [{ name, now: hasText ? String(value) : null }];
  });
}

/** Whether two settings are equal. The relay always orders their fields alike. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The part of a bot that reads and writes have in common: without FAQ entries and API keys. */
const botOf = ({ model, embeddings, ...bot }: BotSettings | BotBody) => ({
  ...bot,
  faq: undefined,
  embeddings: embeddings && [embeddings.url, embeddings.model],
  model: model && [model.url ?? null, model.model ?? null, model.min_overlap],
});

/** Whether the tenant already has these settings, as far as a read shows them. */
export const holds = (tenant: Tenant, settings: SettingsBody): boolean =>
  Object.entries(settings).every(([name, value]) =>
    name === 'bot'
      ? settings.bot !== undefined && isSame(botOf(tenant.bot), botOf(settings.bot))
      : isSame(tenant[name as keyof Tenant], value),
  );
