import type { ColumnTypes } from './column-types';

/** One step of the schema, as SQL statements: both databases must be described exactly. */
export interface Migration {
  name: string;
  up(types: ColumnTypes): string[];
}
