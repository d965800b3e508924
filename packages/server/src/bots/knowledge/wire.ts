import type { PageResponse } from '../../platform/http/wire';

/** A document in a list, without its content. Times are ISO 8601 UTC. */
export interface ListedDocument {
  knowledge_document_id: string;
  tenant_id: string;
  title: string;
  bytes: number;
  sha256: string;
  url: string | null;
  /** Null: for every language. */
  locale: string | null;
  /** The tenant's own name for it, such as the path of its file. */
  external_id: string | null;
  /** Grows with each change: an update that sends another one is refused. */
  version: number;
  created_at: string;
  updated_at: string;
}

export interface KnowledgeDocument extends ListedDocument {
  /** Markdown. */
  content: string;
}

export interface OneDocument {
  knowledge_document: KnowledgeDocument;
}

export interface KnowledgeResponses {
  'console/fetch/knowledge-documents': PageResponse<'knowledge_documents', ListedDocument>;
  'console/fetch/knowledge-document': OneDocument;
  'console/create/knowledge-document': OneDocument;
  'console/update/knowledge-document': OneDocument;
  'console/remove/knowledge-document': OneDocument;
}
