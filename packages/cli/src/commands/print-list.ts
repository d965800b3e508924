import type { Api } from '../relay/api';
import { readItems, type ListAddress } from '@chat-relay/console/desk/relay/listing';
import type { GlobalOptions } from '../session/context';
import { printResult, say } from '../terminal/output';
import { table } from '../terminal/table';

/** The options of a command that prints a list. */
export interface ListOptions extends GlobalOptions {
  limit?: number;
  all?: boolean;
  cursor?: string;
}

/** Options of the commands that list what a workspace holds. */
export interface WorkspaceListOptions extends ListOptions {
  workspace?: string;
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
  if (!json && nextCursor !== null) say('There are more. --all shows all of them.');
}
