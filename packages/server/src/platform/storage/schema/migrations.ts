import type { Migration } from './migration';
import { baseline } from './migrations/0001-baseline';

/** In order; never changed once released, only added to. */
export const MIGRATIONS: readonly Migration[] = [baseline];
