import type { Schema } from 'joi';

/** A place in a route's body. */
export interface BodyField {
  /** The path that an error's `details` give, such as `bot.faq.0.questions`. */
  path: string;
  type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  /** Whether an object may have only the fields that the schema names. */
  isClosed: boolean;
}

interface Description {
  type: string;
  keys?: Record<string, Description>;
  items?: Description[];
  allow?: unknown[];
}

const WRONG_OF_ALL = [null, ['x'], { ne: '' }, { $gt: '' }];
/** Values of a wrong type for each type, also those that a lenient server would convert. */
const WRONG: Record<BodyField['type'], unknown[]> = {
  string: [...WRONG_OF_ALL, 7, true],
  number: [...WRONG_OF_ALL, '7', true],
  boolean: [...WRONG_OF_ALL, 'true', 1],
  array: [null, { 0: 'x', length: 1 }, 'x', 7, true],
  object: [null, [], [{}], '{}', 7, true],
};

/** Every field of a body, nested ones included. The body itself has an empty path. */
export function bodyFieldsOf(schema: Schema): BodyField[] {
  return walk(schema.describe() as Description, '');
}

export function wrongValuesOf({ type }: BodyField): unknown[] {
  return WRONG[type];
}

/** A body that holds nothing but this value at this place. */
export function bodyWith(path: string, value: unknown): unknown {
  if (path === '') return value;
  return path
    .split('.')
    .reduceRight((inner, step) => (step === '0' ? [inner] : { [step]: inner }), value);
}

function walk(described: Description, path: string): BodyField[] {
  const { keys, items = [], type } = described;
  const field: BodyField = { path, type: typeOf(described), isClosed: keys !== undefined };
  if (type !== 'object' && type !== 'array') return [field];
  const inner = [...Object.entries(keys ?? {}), ...items.map((item) => ['0', item] as const)];
  return [
    field,
    ...inner.flatMap(([step, child]) => walk(child, path === '' ? step : `${path}.${step}`)),
  ];
}

function typeOf({ type, allow = [] }: Description): BodyField['type'] {
  if (type === 'any' && typeof allow.find((value) => typeof value !== 'object') === 'string') {
    return 'string'; // one of a list of words
  }
  if (!(type in WRONG)) throw new Error(`say what is no ${type}`);
  return type as BodyField['type'];
}
