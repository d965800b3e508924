import type { Rows } from '@chat-relay/desk/rows';

/** The relay's limit for one conversation. */
export const MOST_TAGS = 10;
export const MOST_TAG_CHARS = 32;

const fold = (tag: string): string => tag.toLowerCase().normalize('NFC');

/** Whether the tags include this one, ignoring case. */
export function hasTag(tags: readonly string[] = [], tag: string): boolean {
  return tags.some((one) => fold(one) === fold(tag));
}

/** The tags in the rows of these tenants, most used first. */
export function tagsOf(rows: Rows, tenantIds: readonly string[], most: number): string[] {
  const found = new Map<string, { tag: string; count: number }>();
  for (const { row } of rows.values()) {
    if (!tenantIds.includes(row.tenant_id)) continue;
    for (const tag of row.tags) {
      const { count } = found.get(fold(tag)) ?? { count: 0 };
      found.set(fold(tag), { tag, count: count + 1 });
    }
  }
  return [...found.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ tag }) => tag);
}
