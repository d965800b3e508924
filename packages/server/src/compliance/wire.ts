/** Everything stored about a visitor: a document for people. */
export type VisitorExport = {
  schema_version: '1';
  exported_at: string;
  tenant: { tenant_id: string; tenant_name: string };
  /** Ordered by session id; empty for an unknown user. */
  sessions: object[];
};

/** The counts of what an erasure would remove. */
export interface VisitorCounts {
  sessions: number;
  conversations: number;
  /** Messages of visitors, operators and bots, and the relay's own lines. */
  messages: number;
  last_message_at: string | null;
}

export interface ErasedVisitor {
  erased_sessions: number;
  /** Present only in the response to a dry run. */
  would_erase?: VisitorCounts;
}

export interface ComplianceResponses {
  'console/export/visitor': { export: VisitorExport };
  'console/erase/visitor': ErasedVisitor;
}
