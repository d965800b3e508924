import { createHash } from 'node:crypto';
import { createBuiltinBot } from '../../src/bots/builtin';
import { createPassageIndex, type PassageIndex } from '../../src/bots/knowledge/passage-index';
import { createRetrieval } from '../../src/bots/knowledge/retrieval';
import { splitDocument } from '../../src/bots/knowledge/split';
import { toBot } from '../../src/tenants/settings';
import { DOCUMENTS } from './question-set/documents';
import { judge, type Outcome } from './question-set/judge';
import { QUESTIONS } from './question-set/questions';
import { LANGUAGES, type Language, type Question } from './question-set/types';

export interface Measured {
  language: Language;
  question: Question;
  outcome: Outcome;
  reply: string | null;
  /** Of the best passage. */
  confidence: number;
  ms: number;
}

/** The documents of the question set, in an index as a tenant's are. */
export function indexQuestionSet(): PassageIndex {
  const index = createPassageIndex();
  for (const [name, content] of DOCUMENTS) addDocument(index, name, content);
  return index;
}

export function addDocument(index: PassageIndex, documentId: string, content: string): void {
  const [, title = documentId] = /^(?:title:|#)\s*["']?(.*?)["']?\s*$/m.exec(content) ?? [];
  const document = { documentId, revision: 1, title, url: null, locale: null };
  for (const [place, part] of splitDocument(content).entries()) index.add(document, place, part);
}

/** Puts every question of the set to the built-in bot of a tenant with the default settings. */
export async function measureAnswers(
  index: PassageIndex,
  isAsked: (question: Question) => boolean = () => true,
): Promise<Measured[]> {
  const ask = createBuiltinBot({
    retrieve: createRetrieval({ indexes: { of: () => Promise.resolve(index) } }),
  });
  const tenant = {
    tenantId: '01900000-0000-7000-8000-000000000000',
    defaultLocale: 'en',
    bot: toBot({}),
  };
  const measured: Measured[] = [];
  for (const language of LANGUAGES) {
    for (const question of QUESTIONS[language].filter(isAsked)) {
      const began = performance.now();
      const { decision, passages } = await ask(tenant, question.text, language);
      const ms = performance.now() - began;
      const reply = decision.kind === 'reply' ? decision.content : null;
      const confidence = passages[0]?.confidence ?? 0;
      const outcome = judge(question, reply);
      measured.push({ language, question, outcome, reply, confidence, ms });
    }
  }
  return measured;
}

/** The half of the set that the weights were chosen with; the other half shows whether they hold for others. */
export function isDevelopment({ id }: Question): boolean {
  return createHash('sha256').update(id).digest()[0]! % 2 === 0;
}
