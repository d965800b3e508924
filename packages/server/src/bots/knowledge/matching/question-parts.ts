import { fold } from '../../language';

/** One thing that a message asks. */
export interface QuestionPart {
  text: string;
  /** The rest of the message: it may name the subject. */
  context: string;
}

/** So many are told apart. A message with more is for a person. */
const MAX_PARTS = 20;
const MAX_CHARS = 4_000;

const AND = 'and|et|und|y|e|or|ou|oder|o|also|aussi|auch|sowie|tambien';
/** How a question begins. */
const ASKS =
  'how|what|whats|when|where|which|who|why|can|could|do|does|did|is|are|will|would|may|must|should|comment|combien|quand|ou|quel|quelle|quels|quelles|qui|que|quoi|pourquoi|est ce|peut on|puis je|peut|faut il|y a t il|c est (?:combien|quand|quoi|ou)|pourr(?:ais je|ait on|iez vous)|faites vous|prenez vous|a partir|jusqu|avez vous|wie|wieviel|wieviele|was|wann|wo|woher|wohin|welche|welcher|welches|welchen|wer|warum|kann|konnen|konn?te?n? (?:ich|wir|ihr|sie|man)|konnte?t? ihr|darf|durfen|muss|mussen|nehmt ihr|macht ihr|habt ihr|haben sie|nehmen sie|machen sie|bekomm(?:e|en) (?:ich|wir)|gibt|ist|sind|bis wann|ab wann|como|cuanto|cuanta|cuantos|cuantas|cuando|donde|que|cual|cuales|quien|por que|puedo|se puede|podria|podrian|podemos|podriamos|tienen|teneis|seria|es posible|hay|a que|hasta|quanto|quando|dove|come|quale|quali|posso|qual|onde|hoe|wat|wanneer|waar|kan|mag|moet|كيف|كم|متى|اين|أين|هل|ما';
const ASKING = new RegExp(`^(?:${ASKS}) `);
/** "If I sell it, …" is part of what is asked. */
const CONDITION =
  /^(?:if|when|once|unless|without|si|s il|quand|lorsque|sans|wenn|falls|sobald|ohne|cuando|sin|se|senza|quando|sem|als|indien|zonder) /;
/** Words before a question that is told: "I wanted to know how much it is". */
const WANTS_TO_KNOW =
  /(?:^| )(?:savoir|me dire|m indiquer|wissen|sagen|know|tell me|wondering|wonder|saber|decir(?:me)?|sapere|dirmi|weten|zeggen) /;
/** May stand before a question word: "and at what time". */
const BEFORE =
  'at|from|until|till|by|for|in|to|with|a|de|avec|pour|desde|hasta|para|con|bis|ab|um|zu|seit|auf|mit';
const SECOND = new RegExp(`^(?:${AND}) (?:(?:${AND}|${BEFORE}) )?(?:${ASKS}) `);
/** Question words that may stand within a clause, rather than begin it: "and that is how much". */
const ASKS_WITHIN =
  /(?:^| )(?:how (?:much|long|many|old|far)|what (?:time|do|does|is|are)|possible|any chance|combien|quel(?:le)?s?|quand|quoi|wie ?viele?|wie lange|wann|was (?:kostet|macht)|(?:das|es) (?:jetzt )?(?:kostet|kosten)|kostet (?:das|es)|kommt da|moglich|cuant[oa]s?|cuando|posible|costaria|como va) /;
/** A message with fewer words is no story. */
const LEAST_STORY_WORDS = 12;

const plain = (text: string): string => `${(fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** The questions of a message, each on its own, with the rest of the message as their context. */
export function questionParts(message: string): QuestionPart[] {
  const text = message.slice(0, MAX_CHARS);
  const sentences = joinedPairs(sentencesOf(text));
  const marked = sentences.filter((one) => one.includes('?'));
  const asking = marked.length > 0 ? marked : sentences.filter(asks);
  if (asking.length === 0) return [{ text, context: '' }];
  const stories = asking.map(withoutStory);
  const told = [
    ...sentences.filter((one) => !asking.includes(one)),
    ...stories.map(({ story }) => story),
  ]
    .join(' ')
    .trim();
  const parts = stories.flatMap(({ question }) => questionsIn(question)).slice(0, MAX_PARTS);
  return parts.map((part) => ({
    text: part,
    context: [told, ...parts.filter((other) => other !== part)].join(' ').trim(),
  }));
}

/** So many words name a subject, or ask without one: "gift wrapping??? how much???". */
const FEW_WORDS = 3;

function joinedPairs(sentences: readonly string[]): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const before = joined.at(-1);
    const isPair =
      before?.includes('?') &&
      isShort(before) &&
      isShort(sentence) &&
      !asks(before) &&
      asks(sentence);
    if (isPair) joined[joined.length - 1] = `${before} ${sentence}`;
    else joined.push(sentence);
  }
  return joined;
}

const isShort = (sentence: string): boolean => wordsIn(sentence) <= FEW_WORDS;

const wordsIn = (text: string): number => plain(text).split(' ').length - 1;

const asks = (sentence: string): boolean =>
  ASKING.test(plain(sentence)) || withoutStory(sentence).story !== '';

/** "My bike cost 600 euros, can I pay in parts?": what is told before the question, and the question. */
function withoutStory(sentence: string): { story: string; question: string } {
  const clauses = sentence.split(/(?<=[,;:–—…])\s+/);
  const [first = ''] = clauses;
  const isWhole = isAsking(first) || CONDITION.test(plain(first));
  const place = isWhole ? 0 : placeOfQuestion(clauses);
  const question = clauses.slice(Math.max(place, 0)).join(' ');
  // "A cargo bike for a day, how much?" tells no story: it names what it asks about.
  const isTopic = isShort(question) && wordsIn(sentence) <= LEAST_STORY_WORDS;
  if (place <= 0 || isTopic) return { story: '', question: sentence };
  return { story: clauses.slice(0, place).join(' '), question };
}

/** The first clause that begins as a question; in a long story, else the last one that asks at all. */
function placeOfQuestion(clauses: readonly string[]): number {
  const place = clauses.findIndex(isAsking);
  if (place !== -1 || wordsIn(clauses.join(' ')) < LEAST_STORY_WORDS) return place;
  const within = clauses.findLastIndex((clause) => ASKS_WITHIN.test(plain(clause)));
  return within === -1 && clauses.at(-1)!.includes('?') ? clauses.length - 1 : within;
}

const isAsking = (clause: string): boolean => {
  const words = plain(clause);
  return ASKING.test(words) || WANTS_TO_KNOW.test(words);
};

function sentencesOf(text: string): string[] {
  return (text.match(/[^.?!\n]+(?:[.?!]+(?=\S)[^.?!\n]+)*[.?!]*/g) ?? [])
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** "How much is it and when does it come?" asks twice. */
function questionsIn(sentence: string): string[] {
  const words = sentence.split(/(?<=\s)(?=\S)/);
  const parts: string[] = [];
  let from = 0;
  for (let at = 1; at < words.length; at++) {
    const next = plain(words.slice(at, at + 5).join(''));
    if (!SECOND.test(next)) continue;
    parts.push(words.slice(from, at).join(''));
    from = at + 1;
  }
  parts.push(words.slice(from).join(''));
  return parts.map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
