import type { Migration } from './migration';
import { firstRelease } from './migrations/0001-first-release';

/** The migrations in their order. A released one never changes; new ones are added at the end. */
export const MIGRATIONS: readonly Migration[] = [firstRelease];
