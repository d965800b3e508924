import type { ItemOf, ListRoute } from '@chat-relay/server/wire';
import type { Api } from '../relay/api';
import { readItems, type ListAddress } from '@chat-relay/desk/relay/listing';
import type { GlobalOptions } from '../session/context';
import { printResult, say } from '../terminal/output';
import { table } from '../terminal/table';

export interface ListOptions extends GlobalOptions {
  limit?: number;
  all?: boolean;
  cursor?: string;
}

export interface WorkspaceListOptions extends ListOptions {
  workspace?: string;
}

/** A list to print: as a table with a column for each heading, or as text of its own. */
export type Listing<Name extends ListRoute> = ListAddress<Name> &
  (
    | { columns: Record<string, (item: ItemOf<Name>) => string> }
    | { describe: (items: readonly ItemOf<Name>[]) => Promise<string> }
  );

const USUAL_LIMIT = 50;

/** Prints a list for people, or as the relay's own JSON. */
export async function printList<Name extends ListRoute>(
  api: Api,
  listing: Listing<Name>,
  { json, all, limit = USUAL_LIMIT, cursor }: ListOptions,
): Promise<void> {
  const most = all ? Infinity : limit;
  const { items, nextCursor } = await readItems(api, listing, { most, cursor });
  const { plural } = listing;
  if (!json && items.length === 0) return say(`No ${plural}.`);
  const text = json ? '' : await textOf(listing, items);
  printResult(json, { [plural]: items, next_cursor: nextCursor }, () => text);
  if (!json && nextCursor !== null) say('There are more. --all shows all of them.');
}

async function textOf<Name extends ListRoute>(
  listing: Listing<Name>,
  items: readonly ItemOf<Name>[],
): Promise<string> {
  if ('describe' in listing) return listing.describe(items);
  const { columns } = listing;
  return table(
    Object.keys(columns),
    items.map((item) => Object.values(columns).map((cell) => cell(item))),
  );
}
