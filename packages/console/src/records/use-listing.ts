import type { ItemOf, ListRoute } from '@chat-relay/server/wire';
import { useRef, useState } from 'preact/hooks';
import { readItems, type ItemsRead, type ListAddress } from '@chat-relay/desk/relay/listing';
import { useConsole } from '../state/console';
import { useResource } from '../state/use-resource';
import type { Freshness } from '../state/resources';

/** A list of the relay that is read page by page. */
export interface Listing<Item> {
  /** Undefined until the first page is read. */
  items: Item[] | undefined;
  error: unknown;
  hasMore: boolean;
  isReadingMore: boolean;
  readMore(): void;
  reload(): Promise<void>;
  /** Applies the relay's response to a write, without another read. */
  put(change: (items: Item[]) => Item[]): void;
}

const PAGE = 50;
/** Most items that one click reads to find matching ones. */
const MOST_SEARCHED = 2_000;

/** A search that the relay does not support: the list is read page by page until enough items match. */
export interface Search<Item> {
  /** Identifies the search; empty to show everything. */
  key: string;
  isWanted(item: Item): boolean;
}

export function useListing<Name extends ListRoute>(
  address: ListAddress<Name>,
  freshness: Freshness,
  pageSize = PAGE,
  search?: Search<ItemOf<Name>>,
): Listing<ItemOf<Name>> {
  const { api } = useConsole();
  const [isReadingMore, setReadingMore] = useState(false);
  const [moreError, setMoreError] = useState<unknown>(null);
  const wanted = search?.key ? search : undefined;
  const key = `${address.route} ${JSON.stringify(address.query ?? {})} ${wanted?.key ?? ''}`;
  const range = wanted
    ? {
        most: MOST_SEARCHED,
        isEnough: (items: ItemOf<Name>[]) => items.filter(wanted.isWanted).length >= PAGE,
      }
    : { most: pageSize };
  const readCount = useRef({ key, count: 0 });
  if (readCount.current.key !== key) readCount.current = { key, count: 0 };
  const { data, error, put, reload } = useResource(
    key,
    (from) => {
      // A reload reads as many items as were shown, in one go.
      const most = Math.max(range.most, readCount.current.count);
      return readItems(from, address, { ...range, most });
    },
    freshness,
  );
  readCount.current.count = data?.items.length ?? 0;

  const readMore = async (cursor: string): Promise<void> => {
    setReadingMore(true);
    setMoreError(null);
    try {
      const next = await readItems(api, address, { ...range, cursor });
      put((known) =>
        known.nextCursor === cursor ? { ...next, items: [...known.items, ...next.items] } : known,
      );
    } catch (refused) {
      setMoreError(refused);
    }
    setReadingMore(false);
  };

  return {
    items: data?.items,
    error: error ?? moreError,
    hasMore: (data?.nextCursor ?? null) !== null,
    isReadingMore,
    readMore: () => {
      const cursor = data?.nextCursor ?? null;
      if (cursor !== null && !isReadingMore) void readMore(cursor);
    },
    reload,
    put: (change) =>
      put((known: ItemsRead<ItemOf<Name>>) => ({ ...known, items: change(known.items) })),
  };
}
