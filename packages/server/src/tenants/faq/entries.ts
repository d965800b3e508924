import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors';
import { ownedIds } from '../../platform/owned-ids';
import type { FaqEntry } from '../tenant';

export type IdentifiedEntry = FaqEntry & { id: string };

export const MAX_ENTRIES = 500;
/** In bytes. The limit of the whole FAQ as JSON, because it is read with every change of the tenant. */
const MAX_FAQ_BYTES = 256 * 1024;

const IDS = ownedIds('faq_', /^faq_[\w-]{32}$/);
export const FAQ_ENTRY_ID = IDS.pattern;
export const newEntryId = (tenantId: string): string => IDS.create(tenantId);
export const tenantIdOf = IDS.tenantIdOf;

/** Gives entries that were stored without ids their ids, which are the same at each read. */
export function identified(tenantId: string, faq: readonly FaqEntry[]): IdentifiedEntry[] {
  return faq.map((entry, place) => ({ ...entry, id: entry.id ?? idByPlace(tenantId, place) }));
}

function idByPlace(tenantId: string, place: number): string {
  const digest = createHash('sha256').update(`faq entry ${place}`).digest();
  return IDS.create(tenantId, digest);
}

/** Replaces the stored entries. Entries with the same content keep their ids. */
export function replaceEntries(
  tenantId: string,
  stored: readonly FaqEntry[],
  given: readonly FaqEntry[],
): IdentifiedEntry[] {
  const known = new Map<string, string[]>();
  for (const entry of identified(tenantId, stored)) {
    const wording = wordingOf(entry);
    known.set(wording, [...(known.get(wording) ?? []), entry.id]);
  }
  return given.map((entry) => ({
    ...entry,
    id: known.get(wordingOf(entry))?.shift() ?? newEntryId(tenantId),
  }));
}

function wordingOf({ questions, answer, locale }: FaqEntry): string {
  return JSON.stringify([questions, answer, locale]);
}

/** @throws {AppError} state_conflict if these are more than a tenant may have */
export function requireRoom(faq: readonly FaqEntry[]): void {
  const isFull = faq.length > MAX_ENTRIES || Buffer.byteLength(JSON.stringify(faq)) > MAX_FAQ_BYTES;
  if (!isFull) return;
  throw new AppError('state_conflict', {
    message: `A FAQ has at most ${MAX_ENTRIES} entries and 256 KiB. Remove or shorten some first.`,
  });
}
