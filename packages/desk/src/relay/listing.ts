import type { DeskApi } from './api';

/** A list of the relay: its route, the field that has the items, and its filters. */
export interface ListAddress {
  route: string;
  plural: string;
  query?: Record<string, string>;
}

/** Items and the cursor of the next page; null after the last page. */
export interface ItemsRead<Item> {
  items: Item[];
  nextCursor: string | null;
}

const LARGEST_PAGE = 200;

/** Reads up to `most` items page by page, from the start or from `cursor`, and stops when `isEnough`. */
export async function readItems<Item>(
  api: Pick<DeskApi, 'get'>,
  { route, plural, query }: ListAddress,
  {
    most,
    cursor,
    isEnough = () => false,
  }: { most: number; cursor?: string | undefined; isEnough?: (items: Item[]) => boolean },
): Promise<ItemsRead<Item>> {
  const items: Item[] = [];
  let nextCursor: string | null = cursor ?? null;
  do {
    const limit = Math.min(LARGEST_PAGE, most - items.length);
    const answer: Record<string, unknown> = await api.get(route, {
      query: { ...query, limit, ...(nextCursor !== null && { cursor: nextCursor }) },
    });
    items.push(...(answer[plural] as Item[])); // the protocol's lists have this shape
    nextCursor = answer['next_cursor'] as string | null;
  } while (nextCursor !== null && items.length < most && !isEnough(items));
  return { items, nextCursor };
}
