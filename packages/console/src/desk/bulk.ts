import type { Row } from './wire';

/** What is done with each of many conversations. */
export type BulkAction =
  | { type: 'claim' | 'resolve' }
  | { type: 'transfer'; operator_id: string; force?: boolean }
  | { type: 'tag'; tags: readonly string[] };

/** What became of one of them: as it is now, or why nothing changed. */
export interface BulkResult {
  conversation_id: string;
  conversation?: Row;
  /** The last two name the operator who has it, where that is the reason. */
  error?: { code: string; message: string; operator_display_name?: string; claimed_at?: string };
}

/** The relay takes no more at once. */
export const MOST_AT_ONCE = 100;
