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
  assignment?: string;
  waitingMail?: 'on' | 'off';
  targetWait?: number | 'none';
  targetFirstAnswer?: number | 'none';
  data?: string;
  workspace?: string;
}

/** Converts the given options into the relay's fields. */
export async function settingsOf(options: TenantSettingsOptions): Promise<object> {
  const { name, origin, callbackUrl, locale, retentionDays, data } = options;
  const { rating, assignment, waitingMail, targetWait, targetFirstAnswer } = options;
  const orNull = (value: number | 'none' | undefined) =>
    value === undefined || value === 'none' ? null : value;
  return {
    ...(data !== undefined && (await readJsonObject(data))),
    ...(name !== undefined && { tenant_name: name }),
    ...(origin && { allowed_origins: origin }),
    ...(callbackUrl !== undefined && {
      callback_url_base: callbackUrl === 'none' ? null : callbackUrl,
    }),
    ...(locale !== undefined && { default_locale: locale }),
    ...(rating !== undefined && { rating: rating === 'on' }),
    ...(assignment !== undefined && { assignment }),
    ...(waitingMail !== undefined && { waiting_mail: waitingMail === 'on' }),
    ...((targetWait !== undefined || targetFirstAnswer !== undefined) && {
      targets: { wait_s: orNull(targetWait), first_answer_s: orNull(targetFirstAnswer) },
    }),
    ...(retentionDays !== undefined && {
      retention: { messages_days: retentionDays === 'none' ? null : retentionDays },
    }),
  };
}
