import type { DeskApi } from './api';

/** A list of the relay: its route, the name of the items in its answer, and its filters. */
export interface ListAddress {
  route: string;
  plural: string;
  query?: Record<string, string>;
}

/** A page of items and the cursor of the next page; null at the end. */
export interface ItemsRead<Item> {
  items: Item[];
  nextCursor: string | null;
}

const LARGEST_PAGE = 200;

/** Reads at most `most` items, page by page, from the start or from `cursor` on, until they are enough. */
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
    items.push(...(answer[plural] as Item[])); // a list of the protocol
    nextCursor = answer['next_cursor'] as string | null;
  } while (nextCursor !== null && items.length < most && !isEnough(items));
  return { items, nextCursor };
}
