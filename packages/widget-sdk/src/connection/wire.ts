/** Converts the wire's snake_case keys, at every depth: `created_at` becomes `createdAt`. */
export type FromWire<T> = T extends readonly (infer Item)[]
  ? FromWire<Item>[]
  : T extends object
    ? { [Key in keyof T as CamelCase<Key>]: FromWire<T[Key]> }
    : T;

type CamelCase<Key> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail> & string>}`
  : Key;

/**
 * Parses the relay's JSON; null if it is not JSON. Only keys change: a quotation mark inside a text is escaped,
 * so it never ends a key.
 */
export function fromWire(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(/"\w+":/g, (key) =>
        key.replace(/_./g, ([, letter = '']) => letter.toUpperCase()),
      ),
    );
  } catch {
    return null;
  }
}
