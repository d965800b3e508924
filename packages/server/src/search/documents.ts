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

/** A visitor could fill a disk with words. A novel has as many. */
const MAX_WORDS = 5_000;
/** Room for what is known of the visitor, after so many words of messages. */
const MAX_WORDS_WITH_FACTS = 6_000;
/** Of a conversation in one transaction. */
const MESSAGES_A_READ = 100;
/** Roughly: rows that change with a conversation's words. */
export const ROWS_A_DOCUMENT = 20;
/** Of the 52 bits of a document's number, those that are random; the others are its seconds. */
const RANDOM_NUMBERS = 2 ** 20;

const CONVERSATION = ['c.tenant_id', 'c.conversation_id'] as const;
const DOCUMENT = ['tenant_id', 'conversation_id'] as const;

interface ConversationKey {
  tenant_id: string;
  conversation_id: string;
}

export interface Wanted extends SessionKey {
  /** Null: its messages are to be read. */
  heard?: Heard | null;
}

export interface Indexed extends SessionKey {
  documentNo: number;
  /** It has more messages. */
  isUnfinished: boolean;
}

/** Adds the words of messages that are not in the index yet, and of what is known of the visitor. */
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
  // Read under the lock: what an erasure has committed since is gone, and one that comes now finds these words.
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
    const { texts, ...session } = found.get(document.conversation_id)!; // it is known
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

/** Removes the words of conversations whose text is being erased or that are being deleted. */
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

/** Their rows. One that is missing is made, so that no one else can make it meanwhile. */
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

/** One of an earlier version has all its words made again; those that it has stay. */
function asOfThisVersion(document: DocumentRow): DocumentRow {
  if (document.words_version >= WORDS_VERSION) return document;
  return { ...document, indexed_seq: 0, words_version: WORDS_VERSION };
}

interface Found extends SessionKey {
  /** What is known of the visitor. */
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

/** By conversation: what is not in the index yet, as it was heard, or read. */
async function messagesOf(
  tx: Sql,
  documents: readonly DocumentRow[],
  of: { found: ReadonlyMap<string, Found>; sessions: readonly Wanted[] },
): Promise<Map<string, NewMessages>> {
  const heard = new Map(of.sessions.map((session) => [keyOf(session), session.heard]));
  const messages = new Map<string, NewMessages>();
  const unheard: [DocumentRow, SessionKey][] = [];
  for (const document of documents) {
    const session = of.found.get(document.conversation_id)!; // it is known
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
    // A text that is said twice, such as `yes`, has no more words.
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

/** In the order of time, so that a word's documents lie close together. */
function numberFor(conversationId: string): number {
  return (
    Number.parseInt(conversationId.slice(0, 8), 16) * RANDOM_NUMBERS + randomInt(RANDOM_NUMBERS)
  );
}
