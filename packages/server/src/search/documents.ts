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
import { SEARCH_DOCUMENTS, type DocumentRow } from './model';
import { searchIndexOf, type IndexedDocument } from './search-index';
import { wordsOf } from './words';

/** A visitor could fill a disk with words. A novel has as many. */
const MAX_WORDS = 5_000;
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

/** Adds the words of messages that are not in the index yet, and of the visitor's user id and name. */
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
  const known = documents.filter((document) => found.has(document.conversation_id));
  const messages = await messagesOf(tx, known, { found, sessions });

  const added: IndexedDocument[] = [];
  const indexed: Indexed[] = [];
  const changed = known.map((document): DocumentRow => {
    const { texts, ...session } = found.get(document.conversation_id)!; // it is known
    const { conversation_id: id, document_no: documentNo } = document;
    const { said, isUnfinished } = messages.get(id) ?? { said: [], isUnfinished: false };
    const words = newWords(document.words, [...texts, ...said.map(({ content }) => content)]);
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

interface Found extends SessionKey {
  /** The user id and the name. */
  texts: string[];
}

async function readConversations(
  tx: Sql,
  documents: readonly DocumentRow[],
): Promise<Map<string, Found>> {
  if (documents.length === 0) return new Map();
  const wanted = amongKeys(tx.dialect, CONVERSATION, documents.map(valuesOfKey));
  const rows = await tx.rows<{
    tenant_id: string;
    session_id: string;
    conversation_id: string;
    user_id: string | null;
    visitor_name: string | null;
  }>(
    `SELECT c.tenant_id, c.session_id, c.conversation_id, s.user_id, s.visitor_name
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
        texts: [row.user_id, row.visitor_name].filter((text) => text !== null),
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

function newWords(known: string, texts: readonly string[]): string[] {
  const words = new Set(listOf(known));
  const added: string[] = [];
  // A text that is said twice, such as `yes`, has no more words.
  for (const text of new Set(texts)) {
    if (words.size >= MAX_WORDS) break;
    for (const word of wordsOf(text)) {
      if (words.has(word) || words.size >= MAX_WORDS) continue;
      words.add(word);
      added.push(word);
    }
  }
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
