/** `too_old`: older than what the tenant keeps. */
export type ImportOutcome = 'imported' | 'existing' | 'too_old';

export interface ImportedConversation {
  external_id: string;
  outcome: ImportOutcome;
  /** Null: it was not imported. */
  conversation_id: string | null;
}

export interface ImportResponses {
  'console/import/conversations': { conversations: ImportedConversation[] };
}
