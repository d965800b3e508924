/** A document as the list has it. */
export interface Document {
  knowledge_document_id: string;
  /** Null for one that was added in the web console. */
  external_id: string | null;
  title: string;
  sha256: string;
  bytes: number;
}

export const listing = (tenantId: string) => ({
  route: 'console/fetch/knowledge-documents',
  plural: 'knowledge_documents',
  query: { tenant_id: tenantId },
});
