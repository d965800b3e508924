import { wordsOf } from '../language';

/** "And to Belgium?": words that continue what was said before. */
const OPENERS = new Set(
  `and also but what-about how-about et aussi mais und auch aber wie-ist-es y e pero tambien entonces
   ed anche ma mas tambem en ook maar`.split(/\s+/),
);
/** "How much does it cost?": words that stand for something said before. */
const STAND_INS = new Set(
  `it that they them those these ca cela celui celle ceux celles dafur davon damit dazu eso esto ello
   questo quello isso isto dat daarvoor`.split(/\s+/),
);
const MAX_WORDS = 8;
/** A question with at most this many words is a follow-up. */
const FEW_WORDS = 2;

/**
 * Whether a question can't be understood without the one before it: it is short, and begins like a continuation, says
 * "it" or "that", or has two words at most.
 */
export function isFollowUp(question: string): boolean {
  const words = wordsOf(question).map(({ text }) => text);
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  const [first = '', second = ''] = words;
  if (OPENERS.has(first) || OPENERS.has(`${first}-${second}`)) return true;
  if (!/[?？؟]/u.test(question)) return false;
  return words.length <= FEW_WORDS || words.some((word) => STAND_INS.has(word));
}
