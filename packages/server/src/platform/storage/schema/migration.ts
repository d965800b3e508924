import type { ColumnTypes } from './column-types';

/** One step of the schema. SQL statements, because both databases must be described exactly. */
export interface Migration {
  name: string;
  up(types: ColumnTypes): string[];
}
