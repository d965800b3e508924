import { setImmediate } from 'node:timers/promises';
import { unionAll } from '../platform/storage/ranges';
import type { Sql } from '../platform/storage/sql';
import type { SessionKey } from '../visitors/session';
import { excerptOf, MAX_LENGTH } from './excerpt';
import { listFacts, type Facts } from './facts';
import { createHitFinder, type Hits } from './hits';
import type { Match, MatchField } from './wire';
import type { QueryWord } from './words';

export interface Searched extends SessionKey, Facts {}

const MESSAGES_A_READ = 500;
const FIRST_MESSAGES = 20;
const MORE_MESSAGES = 100;
/** Limit of message text that is looked through for one page of conversations, in UTF-16 units. */
const MAX_CHARACTERS = 2_000_000;
/** In UTF-16 units: a few milliseconds of work. */
const CHARACTERS_A_TURN = 100_000;
const MAX_KEY = 30;

interface Place {
  field: MatchField;
  /** Name of a value in `attributes` or `metadata`; null for other fields. */
  key: string | null;
  text: string;
  seq?: number;
}

interface Search {
  session: Searched;
  best: { place: Place; hits: Hits } | null;
  beforeSeq: number;
  messages: number;
}

/**
 * Finds the best match in each conversation: a fact about the visitor that has all words, otherwise the latest message
 * with the most of them. Null: the words are no longer there, or only in messages beyond `MAX_CHARACTERS`.
 */
export async function readMatches(
  sql: Sql,
  conversations: readonly Searched[],
  query: readonly QueryWord[],
): Promise<(Match | null)[]> {
  const find = createHitFinder(query);
  const pause = createPauses();
  const searches: Search[] = [];
  const isOpen = ({ best }: Search): boolean => (best?.hits.words ?? 0) < query.length;
  for (const session of conversations) {
    const search: Search = {
      session,
      best: null,
      beforeSeq: Number.MAX_SAFE_INTEGER,
      messages: FIRST_MESSAGES,
    };
    searches.push(search);
    for (const fact of listFacts(session)) {
      consider(search, fact, find(fact.text));
      if (!isOpen(search)) break;
    }
    await pause(session.metadata.length + (session.visitorAttributes?.length ?? 0));
  }

  let characters = 0;
  for (let open = searches.filter(isOpen); open.length > 0 && characters < MAX_CHARACTERS;) {
    const some = takeSome(open);
    const found = await readMessages(sql, some);
    for (const [index, search] of some.entries()) {
      const messages = found[index] ?? [];
      for (const { seq, content } of messages) {
        consider(search, { field: 'message', key: null, text: content, seq }, find(content));
        characters += content.length;
        await pause(content.length);
        if (!isOpen(search)) break;
      }
      const last = messages.at(-1);
      if (!last || messages.length < search.messages || !isOpen(search)) continue;
      Object.assign(search, { beforeSeq: last.seq, messages: MORE_MESSAGES });
      open.push(search);
    }
  }
  return searches.map(({ best }) => best && matchOf(best.place, best.hits));
}

/** Keeps the better of two places. A message wins a tie with a fact: the list shows the visitor's name anyway. */
function consider(search: Search, place: Place, hits: Hits): void {
  const { best } = search;
  const isFirstMessage = place.field === 'message' && best?.place.field !== 'message';
  const least = best ? best.hits.words + (isFirstMessage ? 0 : 1) : 1;
  if (hits.words >= Math.max(1, least)) search.best = { place, hits };
}

/** Takes the searches from the front that one statement reads, at least one. */
function takeSome(open: Search[]): Search[] {
  let count = 0;
  for (let messages = 0; count < open.length; count++) {
    messages += open[count]?.messages ?? 0;
    if (messages > MESSAGES_A_READ) break;
  }
  return open.splice(0, Math.max(1, count));
}

interface FoundMessage {
  seq: number;
  content: string;
}

async function readMessages(sql: Sql, searches: readonly Search[]): Promise<FoundMessage[][]> {
  const rows = await sql.rows<FoundMessage & { place: number | string }>(
    unionAll(
      sql.dialect,
      searches.map(
        ({ messages }, place) => `SELECT ${place} AS place, seq, content FROM messages
          WHERE tenant_id = ? AND session_id = ? AND seq < ? ORDER BY seq DESC LIMIT ${messages}`,
      ),
    ),
    searches.flatMap(({ session, beforeSeq }) => [session.tenantId, session.sessionId, beforeSeq]),
  );
  const found: FoundMessage[][] = searches.map(() => []);
  for (const { place, seq, content } of rows) found[Number(place)]?.push({ seq, content });
  return found.map((messages) => messages.toSorted((a, b) => b.seq - a.seq));
}

function matchOf({ field, key, text, seq }: Place, hits: Hits): Match {
  const name = key === null ? '' : `${excerptOf(key, [], MAX_LENGTH - MAX_KEY).text}: `;
  const { text: excerpt, marks } = excerptOf(text, hits.marks, name.length);
  return {
    field,
    excerpt: name + excerpt,
    marks: marks.map(([from, to]) => [from + name.length, to + name.length]),
    ...(seq !== undefined && { seq }),
  };
}

function createPauses(): (characters: number) => Promise<void> {
  let done = 0;
  return async (characters) => {
    done += characters;
    if (done < CHARACTERS_A_TURN) return;
    done = 0;
    await setImmediate();
  };
}
