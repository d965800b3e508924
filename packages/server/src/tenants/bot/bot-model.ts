import type { KeyRing } from '../../platform/security/keys';
import { open, seal } from '../../platform/security/secret-box';
import type { BotModelBody, ProviderBody } from '../wire';
import type { BotEmbeddings, BotModel } from '../tenant';

const DEFAULT_MIN_OVERLAP = 0.5;

/** The settings of a bot that have a key. */
export type KeyedSetting = 'model' | 'embeddings';
type Sealed = { url: string | null; sealedKey: string | null };

/** Seals the keys of a tenant's settings. */
interface KeysOf {
  keys: KeyRing;
  tenantId: string;
}

/** Reads the model of a body; without one in it, the stored model stays. */
export function givenModel(
  of: KeysOf,
  given: BotModelBody | null | undefined,
  stored: BotModel | null,
): BotModel | null {
  if (given === undefined) return stored;
  if (given === null) return null;
  const { url = null, model = null, min_overlap: minOverlap = DEFAULT_MIN_OVERLAP } = given;
  return { url, model, sealedKey: keyOf(of, 'model', { given, stored }), minOverlap };
}

/** Reads the embedding model of a body; without one in it, the stored one stays. */
export function givenEmbeddings(
  of: KeysOf,
  given: ProviderBody | null | undefined,
  stored: BotEmbeddings | null,
): BotEmbeddings | null {
  if (given === undefined) return stored;
  if (given === null) return null;
  const { url, model } = given;
  return { url, model, sealedKey: keyOf(of, 'embeddings', { given, stored }) };
}

/** Keeps the stored key if the body has none, but only for the same address: no other address ever gets the key. */
function keyOf(
  { keys, tenantId }: KeysOf,
  setting: KeyedSetting,
  { given, stored }: { given: Partial<ProviderBody>; stored: Sealed | null },
): string | null {
  const { url = null, api_key: apiKey } = given;
  if (apiKey === undefined) return url === stored?.url ? stored.sealedKey : null;
  return apiKey && seal(keys, apiKey, keyPlace(tenantId, setting));
}

/** Decrypts the key; null if the service needs none. */
export function openKey(
  { keys, tenantId }: KeysOf,
  setting: KeyedSetting,
  { sealedKey }: Sealed,
): string | null {
  return sealedKey === null ? null : open(keys, sealedKey, keyPlace(tenantId, setting));
}

export function keyPlace(tenantId: string, setting: KeyedSetting): string {
  return `${tenantId}|bot.${setting}.api_key`;
}

/** Finds the sealed key in a stored bot, to seal it with a new master key. */
export function keyInBot(setting: KeyedSetting) {
  type Stored = Partial<Record<KeyedSetting, Sealed | null>>;
  return {
    read: (bot: string): string | null => (JSON.parse(bot) as Stored)[setting]?.sealedKey ?? null,
    write: (bot: string, sealedKey: string): string => {
      const settings = JSON.parse(bot) as Stored;
      return JSON.stringify({ ...settings, [setting]: { ...settings[setting], sealedKey } });
    },
  };
}
