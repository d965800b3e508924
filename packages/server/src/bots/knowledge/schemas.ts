import Joi from 'joi';
import {
  lineOfText,
  locale,
  messageText,
  type Page,
  page,
  patterned,
  readable,
  time,
  uuid,
} from '../../platform/http/fields';
import { pageAnswer } from '../../platform/http/paging';
import { ownedIds } from '../../platform/owned-ids';
import type { KnowledgeDocument, ListedDocument, OneDocument } from './wire';

const MAX_CONTENT_BYTES = 65_536;

export const DOCUMENT_IDS = ownedIds('kd_', /^kd_[\w-]{32}$/);

const documentId = patterned(DOCUMENT_IDS.pattern, 'must be the id of a document');
const title = lineOfText(200);
const content = messageText().max(MAX_CONTENT_BYTES, 'utf8');
const url = readable().max(2048).allow(null);
const externalId = readable().max(400);
const version = Joi.number().integer().min(1);

interface DocumentFields {
  title?: string;
  content?: string;
  url?: string | null;
  locale?: string | null;
}

export interface CreateDocumentBody extends DocumentFields {
  tenant_id: string;
  title: string;
  content: string;
  external_id?: string | null;
}

export const createDocumentBody = Joi.object<CreateDocumentBody>({
  tenant_id: uuid.required(),
  title: title.required(),
  content: content.required(),
  url,
  locale: locale.allow(null),
  external_id: externalId.allow(null),
});

/** A document, by its id or by the tenant's own name for it. */
export interface DocumentName {
  knowledge_document_id?: string;
  tenant_id?: string;
  external_id?: string;
}

const named = <Body extends DocumentName>(fields: Joi.SchemaMap) =>
  Joi.object<Body>({
    knowledge_document_id: documentId,
    tenant_id: uuid,
    external_id: externalId,
    ...fields,
  })
    .xor('knowledge_document_id', 'external_id')
    .with('external_id', 'tenant_id');

export const documentName = named<DocumentName>({});

export interface UpdateDocumentBody extends DocumentName, DocumentFields {
  version?: number;
}

export const updateDocumentBody = named<UpdateDocumentBody>({
  version,
  title,
  content,
  url,
  locale: locale.allow(null),
});

export interface DocumentsQuery extends Page {
  tenant_id: string;
}

export const documentsQuery = Joi.object<DocumentsQuery>({ ...page, tenant_id: uuid.required() });

const listedFields = {
  knowledge_document_id: documentId.required(),
  tenant_id: uuid.required(),
  title: title.required(),
  bytes: Joi.number().required(),
  sha256: Joi.string().hex().length(64).required(),
  url: url.required(),
  locale: locale.allow(null).required(),
  external_id: externalId.allow(null).required(),
  version: version.required(),
  created_at: time.required(),
  updated_at: time.required(),
};
const listed = Joi.object<ListedDocument, true>(listedFields).id('ListedDocument');
const document = Joi.object<KnowledgeDocument, true>({
  ...listedFields,
  content: content.required(),
}).id('KnowledgeDocument');

export const documentsAnswer = pageAnswer('knowledge_documents', listed);
export const documentAnswer = Joi.object<OneDocument, true>({
  knowledge_document: document.required(),
});
