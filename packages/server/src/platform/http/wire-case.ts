type CamelKey<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelKey<Rest>>}`
  : Key;

/** A wire object with its keys in camelCase, as the code has it; lists stay as they are. */
export type Camel<Wire> = Wire extends readonly unknown[]
  ? Wire
  : Wire extends object
    ? { [Key in keyof Wire as CamelKey<Key & string>]: Camel<Wire[Key]> }
    : Wire;

const camelKey = (key: string): string =>
  key.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

export function fromWire<Wire extends object>(wire: Wire): Camel<Wire> {
  const entries = Object.entries(wire).map(([key, value]: [string, unknown]) => [
    camelKey(key),
    isRecord(value) ? fromWire(value) : value,
  ]);
  return Object.fromEntries(entries) as Camel<Wire>; // its keys are renamed as the type says
}

/** Converts keys to snake_case. Clients get only the fields that `like` has, in its order. */
export function toWire<Wire extends object>(like: Wire, value: Camel<Wire>): Wire {
  const from = value as Record<string, unknown>;
  const entries = Object.entries(like).map(([key, inner]: [string, unknown]) => {
    const field = from[camelKey(key)];
    return [key, isRecord(inner) && isRecord(field) ? toWire(inner, field) : field];
  });
  return Object.fromEntries(entries) as Wire; // each field is the renamed one
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
