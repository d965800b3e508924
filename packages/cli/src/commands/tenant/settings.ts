import type { GlobalOptions } from '../../session/context';
import { readJsonObject } from '../../terminal/request-body';

/** Options of `relayctl tenant create` and `relayctl tenant update`. */
export interface TenantSettingsOptions extends GlobalOptions {
  name?: string;
  origin?: string[];
  callbackUrl?: string;
  locale?: string;
  retentionDays?: number | 'none';
  rating?: 'on' | 'off';
  data?: string;
  workspace?: string;
}

/** The given settings as the relay's fields. */
export async function settingsOf(options: TenantSettingsOptions): Promise<object> {
  const { name, origin, callbackUrl, locale, retentionDays, rating, data } = options;
  return {
    ...(data !== undefined && (await readJsonObject(data))),
    ...(name !== undefined && { tenant_name: name }),
    ...(origin && { allowed_origins: origin }),
    ...(callbackUrl !== undefined && {
      callback_url_base: callbackUrl === 'none' ? null : callbackUrl,
    }),
    ...(locale !== undefined && { default_locale: locale }),
    ...(rating !== undefined && { rating: rating === 'on' }),
    ...(retentionDays !== undefined && {
      retention: { messages_days: retentionDays === 'none' ? null : retentionDays },
    }),
  };
}
