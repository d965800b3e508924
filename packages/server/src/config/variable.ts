import type { Parser } from './parsers';

/** One setting, as a row of the table in `variables.ts`. */
export interface Variable<T = unknown> {
  parse: Parser<T>;
  /** Parsed like a given value; null: unset. */
  default: string | number | null | { local: number; production: number };
  /** How the documentation words a default that depends on other settings. */
  defaultText?: string;
  /** For OPERATIONS.md and `--help`, where Markdown's backticks are the only markup. */
  doc: string;
  /** Its value is never printed. */
  isSecret?: true;
  /** Local mode makes a value and keeps it in `DATA_DIR`. */
  isGenerated?: true;
  /** Spaces at its ends belong to it. */
  isVerbatim?: true;
}

export type ValueOf<V extends Variable> =
  V extends Variable<infer T> ? (V['default'] extends null ? T | null : T) : never;
