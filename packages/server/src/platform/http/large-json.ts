import { createSlices } from '../slices';

/** A list whose parts are read while the response is sent. */
export type Parts<Item = unknown> = AsyncIterable<readonly Item[]>;

/** Types parts as the list that clients receive: the response writes them as one. */
export const asList = <Item>(parts: Parts<Item>): Item[] => parts as unknown as Item[];

/** JSON with more characters than this, or with any `Parts`, is written in pieces. */
const LARGE = 128 * 1024;
const PIECE = 32 * 1024;

/** The same parts, with each item as `view` shows it. */
export async function* viewParts<Item, View>(
  parts: Parts<Item>,
  view: (item: Item) => View,
): AsyncGenerator<View[]> {
  for await (const part of parts) yield part.map(view);
}

/** A value that takes too long to write as JSON at once. */
export function isLargeJson(value: unknown): boolean {
  return remaining(value, LARGE) < 0;
}

/** Joins short texts to pieces that are worth a write, and lets other work run between them. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const { pause } = createSlices();
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
    await pause();
  }
  if (piece !== '') yield piece;
}

/** Yields the JSON of a value in texts that are each made in no time. */
export async function* writeJson(value: unknown): AsyncGenerator<string> {
  if (isParts(value)) yield* list(itemsOf(value));
  else if (remaining(value, PIECE) >= 0) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* list(value);
  else if (isObject(value)) yield* object(value);
  else yield JSON.stringify(value) ?? 'null';
}

async function* list(items: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const item of items) {
    yield before;
    yield* writeJson(item);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* object(value: object): AsyncGenerator<string> {
  let before = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* writeJson(field);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

async function* itemsOf(parts: Parts): AsyncGenerator<unknown> {
  for await (const part of parts) yield* part;
}

/** Estimates how many of `room` characters a value's JSON leaves. Stops as soon as it is below 0. */
function remaining(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (!isObject(value)) return room - 8;
  if (isParts(value)) return -1;
  let left = room - 2;
  for (const key in value) {
    left = remaining((value as Record<string, unknown>)[key], left - key.length);
    if (left < 0) return left;
  }
  return left;
}

function isParts(value: unknown): value is Parts {
  return isObject(value) && Symbol.asyncIterator in value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
