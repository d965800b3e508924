import { randomInt } from 'node:crypto';
import { createPace } from '../platform/storage/batch-erasure';
import type { Database } from '../platform/storage/database';
import { amongKeys, unionAll } from '../platform/storage/ranges';
import {
  deleteByKey,
  insertAbsentRows,
  lockByKey,
  lockInOrderOf,
  upsertRows,
  type Sql,
} from '../platform/storage/sql';
import { listColumns } from '../platform/storage/table';
import { keyOf, type SessionKey } from '../visitors/session';
import { heardSince, type Heard, type Said } from './heard';
import { FACT_COLUMNS, factsOfRow, textsOfFacts, type FactRow } from './facts';
import { SEARCH_DOCUMENTS, WORDS_VERSION, type DocumentRow } from './model';
import type { IndexedDocument } from './search-index';
import { searchIndexOf } from './search-index-of';
import { wordsOf } from './words';

/** Limit of distinct words per conversation, about as many as in a novel: without it, a visitor could fill the disk. */
const MAX_WORDS = 5_000;
/** Leaves room for facts about the visitor in conversations that have `MAX_WORDS` already. */
const MAX_WORDS_WITH_FACTS = 6_000;
const MESSAGES_A_READ = 100;
/** Estimate of the rows that change when a conversation is indexed; it limits the size of transactions. */
export const ROWS_A_DOCUMENT = 20;
/** Random part of a document's number: 20 of its 52 bits. The others are the conversation's time, in s. */
const RANDOM_NUMBERS = 2 ** 20;

const CONVERSATION = ['c.tenant_id', 'c.conversation_id'] as const;
const DOCUMENT = ['tenant_id', 'conversation_id'] as const;

interface ConversationKey {
  tenant_id: string;
  conversation_id: string;
}

export interface Wanted extends SessionKey {
  /** Messages that this node committed; null: read them from the database. */
  heard?: Heard | null;
}

export interface Indexed extends SessionKey {
  documentNo: number;
  /** Whether it has more messages than one transaction reads. */
  isUnfinished: boolean;
}

/** Adds the words of messages that are not in the index yet, and of facts about the visitor. */
export async function indexSessions(tx: Sql, sessions: readonly Wanted[]): Promise<Indexed[]> {
  const wanted = amongKeys(
    tx.dialect,
    ['c.tenant_id', 'c.session_id'],
    sessions.map(({ tenantId, sessionId }) => [tenantId, sessionId]),
  );
  const keys = await tx.rows<ConversationKey>(
    `SELECT c.tenant_id, c.conversation_id FROM conversations c WHERE ${wanted.where}`,
    wanted.params,
  );
  if (keys.length === 0) return [];
  const documents = await lockDocuments(tx, keys);
  // Read under the lock: text that was erased before is not indexed, and an erasure that comes now removes these words.
  const found = await readConversations(tx, documents);
  const gone = documents.filter((document) => !found.has(document.conversation_id));
  await removeDocuments(tx, gone);
  const known = documents
    .filter((document) => found.has(document.conversation_id))
    .map(asOfThisVersion);
  const messages = await messagesOf(tx, known, { found, sessions });

  const added: IndexedDocument[] = [];
  const indexed: Indexed[] = [];
  const changed = known.map((document): DocumentRow => {
    const { texts, ...session } = found.get(document.conversation_id)!; // `known` has only those
    const { conversation_id: id, document_no: documentNo } = document;
    const { said, isUnfinished } = messages.get(id) ?? { said: [], isUnfinished: false };
    const messageTexts = said.map(({ content }) => content);
    const words = newWords(document.words, texts, messageTexts);
    if (words.length > 0) added.push({ ...nameOf(document), words });
    indexed.push({ ...session, documentNo, isUnfinished });
    return {
      ...document,
      indexed_seq: said.at(-1)?.seq ?? document.indexed_seq,
      words: document.words + words.map((word) => ` ${word}`).join(''),
    };
  });
  await upsertRows(tx, SEARCH_DOCUMENTS, changed);
  await searchIndexOf(tx.dialect).add(tx, added);
  return indexed;
}

/** Removes the words of conversations that are being erased or deleted. */
export async function forgetWords(
  tx: Sql,
  tenantId: string,
  conversationIds: readonly string[],
): Promise<void> {
  if (conversationIds.length === 0) return;
  const keys = conversationIds.map((id) => ({ tenant_id: tenantId, conversation_id: id }));
  await removeDocuments(tx, await lockDocuments(tx, keys));
}

/** Removes all words of a tenant whose conversations are gone, in small batches. */
export async function forgetTenant(
  database: Database,
  tenantId: string,
  isStopped: () => boolean,
): Promise<void> {
  const pace = createPace(database);
  while (!isStopped()) {
    const rows = await database.read.rows<{ conversation_id: string }>(
      `SELECT conversation_id FROM search_documents WHERE tenant_id = ?
       ORDER BY tenant_id, conversation_id LIMIT ?`,
      [tenantId, Math.ceil(pace.rows / ROWS_A_DOCUMENT)],
    );
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.conversation_id);
    await pace.transaction((tx) => forgetWords(tx, tenantId, ids));
  }
}

/** Locks the documents of these conversations. Missing rows are inserted first, so that they can be locked. */
async function lockDocuments(tx: Sql, keys: readonly ConversationKey[]): Promise<DocumentRow[]> {
  await insertAbsentRows(
    tx,
    SEARCH_DOCUMENTS,
    keys.map((key) => ({
      ...key,
      document_no: numberFor(key.conversation_id),
      indexed_seq: 0,
      words: '',
      words_version: WORDS_VERSION,
    })),
  );
  const wanted = amongKeys(tx.dialect, DOCUMENT, keys.map(valuesOfKey));
  return tx.rows<DocumentRow>(
    `SELECT ${listColumns(SEARCH_DOCUMENTS)} FROM search_documents${lockByKey(tx.dialect)}
     WHERE ${wanted.where} ${lockInOrderOf(tx.dialect, DOCUMENT.join(', '))}`,
    wanted.params,
  );
}

async function removeDocuments(tx: Sql, documents: readonly DocumentRow[]): Promise<void> {
  if (documents.length === 0) return;
  await searchIndexOf(tx.dialect).remove(
    tx,
    documents.map((document) => ({ ...nameOf(document), words: listOf(document.words) })),
  );
  await deleteByKey(tx, SEARCH_DOCUMENTS, documents.map(valuesOfKey));
}

/** Makes a document of an earlier index version start over at the first message. Its words stay. */
function asOfThisVersion(document: DocumentRow): DocumentRow {
  if (document.words_version >= WORDS_VERSION) return document;
  return { ...document, indexed_seq: 0, words_version: WORDS_VERSION };
}

interface Found extends SessionKey {
  texts: string[];
}

async function readConversations(
  tx: Sql,
  documents: readonly DocumentRow[],
): Promise<Map<string, Found>> {
  if (documents.length === 0) return new Map();
  const wanted = amongKeys(tx.dialect, CONVERSATION, documents.map(valuesOfKey));
  const rows = await tx.rows<ConversationKey & { session_id: string } & FactRow>(
    `SELECT c.tenant_id, c.session_id, c.conversation_id, ${listColumns(FACT_COLUMNS, 's')}
     FROM conversations c
     JOIN visitor_sessions s ON s.tenant_id = c.tenant_id AND s.session_id = c.session_id
     WHERE ${wanted.where}`,
    wanted.params,
  );
  return new Map(
    rows.map((row) => [
      row.conversation_id,
      {
        tenantId: row.tenant_id,
        sessionId: row.session_id,
        texts: textsOfFacts(factsOfRow(row)),
      },
    ]),
  );
}

interface NewMessages {
  said: readonly Said[];
  isUnfinished: boolean;
}

/** Messages that are not indexed yet, by conversation: from memory if it has all of them, else from the database. */
async function messagesOf(
  tx: Sql,
  documents: readonly DocumentRow[],
  of: { found: ReadonlyMap<string, Found>; sessions: readonly Wanted[] },
): Promise<Map<string, NewMessages>> {
  const heard = new Map(of.sessions.map((session) => [keyOf(session), session.heard]));
  const messages = new Map<string, NewMessages>();
  const unheard: [DocumentRow, SessionKey][] = [];
  for (const document of documents) {
    const session = of.found.get(document.conversation_id)!; // only found documents are passed
    const ofSession = heard.get(keyOf(session));
    const said = ofSession && heardSince(ofSession, document);
    if (said) messages.set(document.conversation_id, { said, isUnfinished: false });
    else unheard.push([document, session]);
  }
  for (const [id, said] of await readMessages(tx, unheard)) {
    messages.set(id, { said, isUnfinished: said.length === MESSAGES_A_READ });
  }
  return messages;
}

async function readMessages(
  tx: Sql,
  documents: readonly [DocumentRow, SessionKey][],
): Promise<Map<string, Said[]>> {
  if (documents.length === 0) return new Map();
  const ofOne = `SELECT ? AS conversation_id, seq, content FROM messages
    WHERE tenant_id = ? AND session_id = ? AND seq > ? ORDER BY seq LIMIT ${MESSAGES_A_READ}`;
  const rows = await tx.rows<Said & { conversation_id: string }>(
    unionAll(
      tx.dialect,
      documents.map(() => ofOne),
    ),
    documents.flatMap(([document, { tenantId, sessionId }]) => [
      document.conversation_id,
      tenantId,
      sessionId,
      document.indexed_seq,
    ]),
  );
  const messages = new Map<string, Said[]>();
  for (const { conversation_id, seq, content } of rows.toSorted((a, b) => a.seq - b.seq)) {
    const said = messages.get(conversation_id) ?? [];
    messages.set(conversation_id, said);
    said.push({ seq, content });
  }
  return messages;
}

function newWords(known: string, facts: readonly string[], said: readonly string[]): string[] {
  const words = new Set(listOf(known));
  const added: string[] = [];
  const add = (texts: readonly string[], most: number): void => {
    // A repeated text, such as `yes`, adds no words.
    for (const text of new Set(texts)) {
      if (words.size >= most) return;
      for (const word of wordsOf(text)) {
        if (words.has(word) || words.size >= most) continue;
        words.add(word);
        added.push(word);
      }
    }
  };
  add(facts, MAX_WORDS_WITH_FACTS);
  add(said, MAX_WORDS);
  return added;
}

const listOf = (words: string): string[] => words.split(' ').filter((word) => word !== '');

function nameOf({ tenant_id, document_no }: DocumentRow) {
  return { tenantId: tenant_id, documentNo: document_no };
}

const valuesOfKey = (key: ConversationKey) => [key.tenant_id, key.conversation_id] as const;

/** Number for a new document. It grows with time, so that the documents of a word are close together in the index. */
function numberFor(conversationId: string): number {
  return (
    Number.parseInt(conversationId.slice(0, 8), 16) * RANDOM_NUMBERS + randomInt(RANDOM_NUMBERS)
  );
}
