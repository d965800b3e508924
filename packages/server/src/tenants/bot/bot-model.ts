import type { KeyRing } from '../../platform/security/keys';
import { open, seal } from '../../platform/security/secret-box';
import type { BotModelBody } from '../schemas';
import type { BotModel } from '../tenant';

const DEFAULT_MIN_OVERLAP = 0.5;

/**
 * The model of a body. Without a key in it, the stored key stays if the address is the same: an address of
 * someone else's never gets it.
 */
export function givenModel(
  keys: KeyRing,
  tenantId: string,
  given: BotModelBody | null | undefined,
  stored: BotModel | null,
): BotModel | null {
  if (given === undefined) return stored;
  if (given === null) return null;
  const { url = null, model = null, api_key: apiKey, min_overlap: minOverlap } = given;
  const kept = url === stored?.url ? stored.sealedKey : null;
  const sealedKey =
    apiKey === undefined ? kept : apiKey && seal(keys, apiKey, modelKeyPlace(tenantId));
  return { url, model, sealedKey, minOverlap: minOverlap ?? DEFAULT_MIN_OVERLAP };
}

/** Null: the model needs none. */
export function openModelKey(
  keys: KeyRing,
  tenantId: string,
  { sealedKey }: BotModel,
): string | null {
  return sealedKey === null ? null : open(keys, sealedKey, modelKeyPlace(tenantId));
}

export function modelKeyPlace(tenantId: string): string {
  return `${tenantId}|bot.model.api_key`;
}

/** The sealed key in the stored settings of a bot, for sealing it again. */
export const KEY_IN_BOT = {
  read: (bot: string): string | null =>
    (JSON.parse(bot) as { model?: BotModel | null }).model?.sealedKey ?? null,
  write: (bot: string, sealedKey: string): string => {
    const settings = JSON.parse(bot) as { model: BotModel };
    return JSON.stringify({ ...settings, model: { ...settings.model, sealedKey } });
  },
};
