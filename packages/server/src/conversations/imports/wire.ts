/** `too_old`: older than the tenant's retention. */
export type ImportOutcome = 'imported' | 'existing' | 'too_old';

export interface ImportedConversation {
  external_id: string;
  outcome: ImportOutcome;
  /** Null if it is not stored. */
  conversation_id: string | null;
}

export interface ImportResponses {
  'console/import/conversations': { conversations: ImportedConversation[] };
}
