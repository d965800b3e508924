import type { ItemOf, ListRoute, PluralOf, ResponseTo } from '@chat-relay/server/wire';
import type { DeskApi } from './api';

/** A list of the relay: its route, the field that has the items, and its filters. */
export interface ListAddress<Name extends ListRoute = ListRoute> {
  route: Name;
  plural: PluralOf<Name>;
  query?: Record<string, string>;
}

/** Items and the cursor of the next page; null after the last page. */
export interface ItemsRead<Item> {
  items: Item[];
  nextCursor: string | null;
}

const LARGEST_PAGE = 200;

/** Reads up to `most` items page by page, from the start or from `cursor`, and stops when `isEnough`. */
export async function readItems<Name extends ListRoute>(
  api: Pick<DeskApi, 'get'>,
  { route, plural, query }: ListAddress<Name>,
  {
    most,
    cursor,
    isEnough = () => false,
  }: {
    most: number;
    cursor?: string | undefined;
    isEnough?: (items: ItemOf<Name>[]) => boolean;
  },
): Promise<ItemsRead<ItemOf<Name>>> {
  const items: ItemOf<Name>[] = [];
  let nextCursor: string | null = cursor ?? null;
  do {
    const limit = Math.min(LARGEST_PAGE, most - items.length);
    const page: ResponseTo<Name> = await api.get(route, {
      query: { ...query, limit, ...(nextCursor !== null && { cursor: nextCursor }) },
    });
    items.push(...(page[plural] as ItemOf<Name>[])); // by the definition of both types
    nextCursor = page.next_cursor;
  } while (nextCursor !== null && items.length < most && !isEnough(items));
  return { items, nextCursor };
}
