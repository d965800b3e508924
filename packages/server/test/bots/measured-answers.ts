import { createBuiltinBot, type BotDecision } from '../../src/bots/builtin';
import { createPassageIndex, type PassageIndex } from '../../src/bots/knowledge/passage-index';
import { createRetrieval } from '../../src/bots/knowledge/retrieval';
import { splitDocument } from '../../src/bots/knowledge/split';
import { toBot } from '../../src/tenants/settings';
import { DOCUMENTS } from './question-set/documents';
import { judge, type Outcome } from './question-set/judge';
import { QUESTIONS } from './question-set/questions';
import { STRANGERS } from './question-set/strangers/strangers';
import { LANGUAGES, type Language, type Question } from './question-set/types';

export interface Measured {
  language: Language;
  question: Question;
  outcome: Outcome;
  reply: string | null;
  /** Names of the documents that the reply quotes. */
  quoted: string[];
  ms: number;
}

/** The documents of the question set, as one tenant has them. */
export function indexQuestionSet(): PassageIndex {
  const index = createPassageIndex();
  for (const [name, content] of DOCUMENTS) addDocument(index, name, content);
  return index;
}

/** @param most passages that the index may have */
function addDocument(index: PassageIndex, name: string, content: string, most = Infinity): void {
  const [, title = name] = /^(?:title:|#)\s*["']?(.*?)["']?\s*$/m.exec(content) ?? [];
  const document = { documentId: name, revision: 1, title, url: `file:${name}`, locale: null };
  for (const [place, part] of splitDocument(content).entries()) {
    if (index.size < most) index.add(document, place, part);
  }
}

/** An index with this many passages: the documents, and copies in which every twentieth long word is replaced. */
export function indexOfSize(passages: number): PassageIndex {
  const index = createPassageIndex();
  for (let copy = 0; index.size < passages; copy++) {
    for (const [name, content] of DOCUMENTS) {
      const changed = copy === 0 ? content : withOtherWords(content, copy);
      addDocument(index, `${copy}-${name}`, changed, passages);
    }
  }
  return index;
}

const SYLLABLES = ['ba', 'ko', 'ri', 'mu', 'ten', 'sol', 'var', 'lin', 'dor', 'pex', 'gam', 'hul'];

function withOtherWords(content: string, copy: number): string {
  let place = 0;
  return content.replaceAll(/\p{L}{5,}/gu, (word) => {
    if ((place += 1) % 20 !== copy % 20) return word;
    const syllable = (n: number): string => SYLLABLES[n % SYLLABLES.length]!;
    const ending = [copy * 7 + place, copy + place * 5, place * 3 + copy * copy].map(syllable);
    return word.slice(0, 3) + ending.join('');
  });
}

/** The built-in bot of a tenant with the default settings. */
export function botOver(
  index: PassageIndex,
): (text: string, locale: string) => Promise<BotDecision> {
  const ask = createBuiltinBot({
    retrieve: createRetrieval({ indexes: { of: () => Promise.resolve(index) } }),
  });
  const tenant = {
    tenantId: '01900000-0000-7000-8000-000000000000',
    defaultLocale: 'en',
    bot: toBot({}),
  };
  return async (text, locale) => (await ask(tenant, text, locale)).decision;
}

/** Puts the questions of the set to the built-in bot. */
export async function measureAnswers(index: PassageIndex): Promise<Measured[]> {
  const ask = botOver(index);
  const measured: Measured[] = [];
  for (const language of LANGUAGES) {
    for (const question of QUESTIONS[language])
      measured.push(await measure(ask, language, question));
  }
  return measured;
}

/** Puts the questions of each stranger to the bot of a tenant that has this one document. */
export async function measureStrangers(): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { name, content, asked } of STRANGERS) {
    const index = createPassageIndex();
    addDocument(index, name, content);
    const ask = botOver(index);
    for (const { language, question } of asked)
      measured.push(await measure(ask, language, question));
  }
  return measured;
}

async function measure(
  ask: ReturnType<typeof botOver>,
  language: Language,
  question: Question,
): Promise<Measured> {
  const began = performance.now();
  const decision = await ask(question.text, language);
  const ms = performance.now() - began;
  const reply = decision.kind === 'reply' ? decision.content : null;
  const sources = decision.kind === 'reply' ? decision.sources : [];
  const quoted = sources.map(({ url }) => url?.replace('file:', '') ?? '');
  return { language, question, outcome: judge(question, reply), reply, quoted, ms };
}

/** Kinds whose questions share words with the text that answers. */
const SHARING: readonly string[] = ['own-words', 'two-words', 'typo', 'compound', 'numeric'];

/** Questions that a document in their own language answers. */
export const answerable = (measured: readonly Measured[]): Measured[] =>
  measured.filter(({ question }) => 'answer' in question && question.kind !== 'other-language');

export const sharingWords = (measured: readonly Measured[]): Measured[] =>
  measured.filter(({ question }) => SHARING.includes(question.kind));

export function countOf(measured: readonly Measured[], outcome: Outcome): number {
  return measured.filter((one) => one.outcome === outcome).length;
}

export function shareOf(measured: readonly Measured[], outcome: Outcome): number {
  return countOf(measured, outcome) / Math.max(1, measured.length);
}
