import Joi from 'joi';
import { invalidField } from '../errors';
import type { PageResponse } from './wire';

/** The sort values of the last row, where the next page begins. */
export type CursorKey = readonly (string | number)[];

type Kind = 'string' | 'number';
type ValueOf<K extends Kind> = K extends 'string' ? string : number;
type ValuesOf<Kinds extends readonly Kind[]> = { [I in keyof Kinds]: ValueOf<Kinds[I]> };

/**
 * The values in a cursor, null on the first page. A cursor only says where to continue. The query's scope
 * decides what is visible, so a forged cursor shows nothing more.
 * @throws {AppError} invalid_request
 */
export function readCursor<const Kinds extends readonly Kind[]>(
  cursor: string | undefined,
  ...kinds: Kinds
): ValuesOf<Kinds> | null {
  if (cursor === undefined) return null;
  const values = parse(cursor);
  const fits =
    Array.isArray(values) &&
    values.length === kinds.length &&
    kinds.every((kind, index) => typeof values[index] === kind);
  if (!fits) throw invalidField('cursor', 'invalid');
  return values as unknown as ValuesOf<Kinds>; // each was checked above
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

export interface PageOf<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** Makes a page of `limit + 1` rows; the extra row shows that there are more. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => CursorKey,
): PageOf<Row> {
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { rows, nextCursor: null };
  const nextCursor = Buffer.from(JSON.stringify(keyOf(last))).toString('base64url');
  return { rows: rows.slice(0, limit), nextCursor };
}

/** Ends a page early: its rows are in memory, twice, until it is sent. */
const FULL_PAGE_BYTES = 1024 * 1024;
const ROWS_A_READ = 4;

/**
 * Reads a page of large rows, a few at a time: everything else runs between the reads. The page may have fewer rows
 * than `limit`; its cursor says that there are more.
 */
export async function gatherPage<Row>(options: {
  limit: number;
  /** Reads the rows after `last`, or the first ones if it is null. */
  read(last: Row | null, limit: number): Promise<Row[]>;
  /** An estimate is enough. */
  bytesOf(row: Row): number;
  keyOf(row: Row): CursorKey;
}): Promise<PageOf<Row>> {
  const { limit, read, bytesOf, keyOf } = options;
  const rows: Row[] = [];
  let bytes = 0;
  while (rows.length <= limit && bytes < FULL_PAGE_BYTES) {
    const wanted = Math.min(ROWS_A_READ, limit + 1 - rows.length);
    const found = await read(rows.at(-1) ?? null, wanted);
    rows.push(...found);
    if (found.length < wanted) return toPage(rows, limit, keyOf);
    bytes += found.reduce((sum, row) => sum + bytesOf(row), 0);
  }
  // The last row is not in the page: it shows that there are more.
  return toPage(rows, Math.min(limit, rows.length - 1), keyOf);
}

/** The schema of a response with one page of a list. */
export function pageAnswer<Plural extends string, Item>(
  plural: Plural,
  item: Joi.ObjectSchema<Item>,
): Joi.ObjectSchema<PageResponse<Plural, Item>> {
  return Joi.object({
    [plural]: Joi.array().items(item).required(),
    next_cursor: Joi.string().allow(null).required(),
  });
}
