/** What an erasure would remove. */
export interface VisitorCounts {
  sessions: number;
  conversations: number;
  /** Of visitors, operators and bots, with the relay's own lines. */
  messages: number;
  last_message_at: string | null;
}

export interface ErasedVisitor {
  erased_sessions: number;
  /** In a dry run. */
  would_erase?: VisitorCounts;
}

export interface ComplianceResponses {
  /** A document for people: no program of the relay reads into it. */
  'console/export/visitor': { export: object };
  'console/erase/visitor': ErasedVisitor;
}
