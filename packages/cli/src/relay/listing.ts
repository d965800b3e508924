import type { Api } from './api';
import type { GlobalOptions } from '../session/context';
import { printResult, say } from '../terminal/output';
import { table } from '../terminal/table';

/** A list of the relay: its route, the name its answer has for the items, and what narrows it. */
interface ListAddress {
  route: string;
  plural: string;
  query?: Record<string, string>;
}

/** Some items, and where the next ones begin; null at the end. */
export interface ItemsRead<Item> {
  items: Item[];
  nextCursor: string | null;
}

const LARGEST_PAGE = 200;

/** Reads at most `most` items, page by page, from the start or from `cursor` on. */
export async function readItems<Item>(
  api: Api,
  { route, plural, query }: ListAddress,
  { most, cursor }: { most: number; cursor?: string | undefined },
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
  } while (nextCursor !== null && items.length < most);
  return { items, nextCursor };
}

/** The options of a command that prints a list. */
export interface ListOptions extends GlobalOptions {
  limit?: number;
  all?: boolean;
  cursor?: string;
}

/** A list that a command prints: its columns by heading. */
export interface Listing<Item> extends ListAddress {
  columns: Record<string, (item: Item) => string>;
}

const USUAL_LIMIT = 50;

/** Prints the list as a table, or as the relay's own JSON. */
export async function printList<Item>(
  api: Api,
  listing: Listing<Item>,
  { json, all, limit = USUAL_LIMIT, cursor }: ListOptions,
): Promise<void> {
  const most = all ? Infinity : limit;
  const { items, nextCursor } = await readItems<Item>(api, listing, { most, cursor });
  const { plural, columns } = listing;
  if (!json && items.length === 0) return say(`No ${plural}.`);
  printResult(json, { [plural]: items, next_cursor: nextCursor }, () =>
    table(
      Object.keys(columns),
      items.map((item) => Object.values(columns).map((cell) => cell(item))),
    ),
  );
  if (!json && nextCursor !== null) say('There are more: --all shows them.');
}

/** A time of the relay, to the minute, in UTC. */
export function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
