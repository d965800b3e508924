/** The problem continues the line that begins with the variable's name. It never has a secret in it. */
export type Parsed<T> = { value: T } | { problem: string };
export type Parser<T> = (given: string) => Parsed<T>;

/** One setting, as a row of the table in `variables.ts`. */
export interface Variable<T = unknown> {
  parse: Parser<T>;
  /** Parsed like a given value; null: unset. */
  default: string | number | null | { local: number; production: number };
  /** The documentation's text for a default that depends on other settings. */
  defaultText?: string;
  /** The text for OPERATIONS.md and `--help`; backticks are the only markup. */
  doc: string;
  /** Whether the value must never be printed. */
  isSecret?: true;
  /** Local mode creates a value and stores it in `DATA_DIR`. */
  isGenerated?: true;
  /** Whether the lower-case name is read, too: other programs share the variable, and some write it so. */
  hasLowerCaseName?: true;
  /** Whether spaces at the ends are part of the value. */
  isVerbatim?: true;
}

export type ValueOf<V extends Variable> =
  V extends Variable<infer T> ? (V['default'] extends null ? T | null : T) : never;
