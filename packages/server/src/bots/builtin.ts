import type { Source } from '../conversations/rules/state';
import type { BotSettings, Tenant } from '../tenants/tenant';
import { keepByValue } from './knowledge/keep-by-value';
import type { Passage } from './knowledge/passage';
import { questionParts } from './knowledge/matching/question-parts';
import type { Retrieve, Searched } from './knowledge/retrieval';
import { createSlices } from '../platform/slices';
import { phraseFinder, wordsOf, type Word } from './language';
import { asksHowToReach, wantsPerson } from './wants-person';

export type BotDecision =
  | { kind: 'reply'; content: string; confidence: number; sources: Source[] }
  | HandOver;

interface HandOver {
  kind: 'escalate';
  reason: 'low_confidence' | 'restricted_topic' | 'user_requested';
  /** Sent to the visitor before a person takes over. */
  reply?: string;
  /** An answer of the model that failed its check; only operators see it. */
  suggestion?: { content: string; reasons: string[] };
}

/** The same text always gets the same decision. */
export type BuiltinBot = (
  tenant: Searched,
  text: string,
  locale: string,
) => Promise<{ decision: BotDecision; passages: Passage[] }>;

/** Parts of a question that get an answer. With more, the answer would be too long, so a person gets the question. */
const MAX_ANSWERS = 3;

/** The built-in bot: quotes the passage that answers, and recognises when none does. */
export function createBuiltinBot({ retrieve }: { retrieve: Retrieve }): BuiltinBot {
  const handOverOf = createHandOver();
  return async (tenant, text, locale) => {
    const parts = questionParts(text);
    const found: Passage[][] = [];
    for (const part of parts.slice(0, MAX_ANSWERS))
      found.push(await retrieve(tenant, part.text, locale, part.context));
    const passages = merged(found);
    const handOver = await handOverOf(tenant.bot, text);
    const quoted = parts.length > MAX_ANSWERS ? UNSURE : quote(found, tenant.bot);
    // "How do I reach support?" asks for a person, but a document that tells the way is a better answer.
    const mayTell = handOver?.reason === 'user_requested' && asksHowToReach(text);
    const decision = handOver && !(mayTell && quoted.kind === 'reply') ? handOver : quoted;
    return { decision, passages };
  };
}

/** Recognises texts that a person must answer: a restricted topic, or the wish for a person. */
function createHandOver(): (bot: BotSettings, text: string) => Promise<HandOver | null> {
  const topicsOf = keepByValue(readTopics);
  return async ({ restrictedTopics }, text) => {
    const contains = phraseFinder(wordsOf(text));
    const topics = await topicsOf(restrictedTopics);
    const topic = topics.find(({ phrases }) => phrases.some(contains));
    if (topic) {
      const { reply } = topic;
      return { kind: 'escalate', reason: 'restricted_topic', ...(reply && { reply }) };
    }
    return wantsPerson(text) ? { kind: 'escalate', reason: 'user_requested' } : null;
  };
}

interface Topic {
  phrases: Word[][];
  reply: string | null;
}

async function readTopics(topics: BotSettings['restrictedTopics']): Promise<Topic[]> {
  const { pause } = createSlices();
  const read: Topic[] = [];
  for (const { phrases, reply } of topics) {
    read.push({ phrases: phrases.map(wordsOf), reply });
    await pause();
  }
  return read;
}

/** The passages of all parts of a question, each once and with its best confidence. */
function merged(found: readonly Passage[][]): Passage[] {
  const [only] = found;
  if (only && found.length === 1) return only;
  const best = new Map<string, Passage>();
  for (const passage of found.flat()) {
    const known = best.get(passage.passageId);
    if (!known || known.confidence < passage.confidence) best.set(passage.passageId, passage);
  }
  return [...best.values()].toSorted((a, b) => b.confidence - a.confidence);
}

const UNSURE: BotDecision = { kind: 'escalate', reason: 'low_confidence' };

/** Quotes an answer for each part of a question, or hands over. @param found as `Retrieve` ranks them */
function quote(found: readonly Passage[][], bot: Tenant['bot']): BotDecision {
  const best = found.map(([first]) => first);
  const answers = best.filter((one) => one !== undefined);
  const confidence = Math.min(...best.map((one) => certaintyOf(one, answers)));
  if (answers.length === 0 || confidence < bot.confidenceThreshold) {
    return UNSURE;
  }
  const quotes = [...new Set(answers.map(({ quote: sentences, text }) => sentences ?? text))];
  const distinct = quotes.filter(
    (one) => !quotes.some((other) => other !== one && other.includes(one)),
  );
  return { kind: 'reply', content: distinct.join('\n\n'), confidence, sources: sourcesOf(answers) };
}

/** How much less certain the passage may be for one part of a question, if it answers another part. */
const ODDS_OF_SAME = 2;

/** "Can my dog come, and what does it cost?": the passage about dogs is likely to answer both. */
function certaintyOf(passage: Passage | undefined, answers: readonly Passage[]): number {
  if (!passage) return 0;
  const same = answers.filter(({ passageId }) => passageId === passage.passageId);
  const most = Math.max(...same.map(({ confidence }) => confidence));
  const odds = Math.log(passage.confidence / (1 - passage.confidence));
  return same.length > 1 ? Math.min(most, 1 / (1 + Math.exp(-odds - ODDS_OF_SAME))) : most;
}

const MAX_SOURCES = 3;

/** The documents among the passages that an answer quotes, each once. The FAQ is no source: it is the answer. */
export function sourcesOf(quoted: readonly Passage[]): Source[] {
  const documents = quoted.filter(({ source }) => source === 'knowledge');
  const distinct = new Map(documents.map(({ sourceId, title, url }) => [sourceId, { title, url }]));
  return [...distinct.values()].slice(0, MAX_SOURCES);
}
