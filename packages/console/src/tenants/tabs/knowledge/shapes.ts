/** A document as lists have it. Times are ISO 8601 in UTC. */
export interface ListedDocument {
  knowledge_document_id: string;
  title: string;
  url: string | null;
  /** Null for every language. */
  locale: string | null;
  /** The tenant's own name for it, such as the path of its file. */
  external_id: string | null;
  /** Grows with each change: an update that sends another one is refused. */
  version: number;
  updated_at: string;
}

export interface KnowledgeDocument extends ListedDocument {
  /** Markdown. */
  content: string;
}

/** What the routes of one document answer. */
export interface DocumentAnswer {
  knowledge_document: KnowledgeDocument;
}
