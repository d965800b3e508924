/** The wire's words in the page's spelling, at every depth: `created_at` is `createdAt`. */
export type FromWire<T> = T extends readonly (infer Item)[]
  ? FromWire<Item>[]
  : T extends object
    ? { [Key in keyof T as CamelCase<Key>]: FromWire<T[Key]> }
    : T;

type CamelCase<Key> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail> & string>}`
  : Key;

/**
 * Reads the relay's JSON; null for what is no JSON. Only keys change: inside a text a quotation
 * mark has a backslash before it, and so never ends a word.
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
