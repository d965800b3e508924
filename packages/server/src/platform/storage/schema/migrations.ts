import type { Migration } from './migration';
import { firstRelease } from './migrations/0001-first-release';

/** In order; never changed once released, only added to. */
export const MIGRATIONS: readonly Migration[] = [firstRelease];
