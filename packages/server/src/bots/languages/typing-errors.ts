/** Costs of an error. A letter typed twice, or once instead of twice, is the most common one. */
const ONE = 1;
const DOUBLED = 0.5;
/** Another letter that neither sounds alike nor is next to it on a keyboard makes another word. */
const OTHER_LETTER = 2;

/** Least lengths of words that may have errors, and more of them. Shorter words have too many neighbours. */
const LEAST_DOUBLED = 3;
const LEAST = 4;
const LEAST_SEVERAL = 6;
const LEAST_TWO = 8;
/** Another letter in a shorter word makes another word: "selle" and "salle". */
const LEAST_CHANGED = 6;
const MOST_CHARS = 40;
/** So far apart are the first and the last of the errors, at most. */
const LONGEST_REST = 8;

const ALIKE = ['aeiouy', 'ckqsxz', 'bvfwp', 'dt', 'gj', 'mn', 'lr', 'ijy'];
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'];

const pairsIn = (letters: string, isPair: (a: number, b: number) => boolean): string[] =>
  Array.from(letters, (a, place) =>
    Array.from(letters, (b, other) => (isPair(place, other) ? a + b : '')),
  ).flat();

const LIKELY = new Set([
  ...ALIKE.flatMap((letters) => pairsIn(letters, (a, b) => a !== b)),
  ...KEYS.flatMap((row) => pairsIn(row, (a, b) => Math.abs(a - b) === 1)),
]);

/** The most that errors in a word may cost; 0: it is too short or too long. */
function budgetOf(word: string): number {
  if (word.length < LEAST_DOUBLED || word.length > MOST_CHARS) return 0;
  if (word.length < LEAST) return DOUBLED;
  if (word.length < LEAST_SEVERAL) return ONE;
  return word.length < LEAST_TWO ? ONE + DOUBLED : 2 * ONE;
}

/** Whether a word is another one with typing errors. */
export function isMisspelt(word: string, meant: string): boolean {
  const most = budgetOf(word);
  if (most === 0 || Math.abs(word.length - meant.length) > most / DOUBLED) return false;
  let start = 0;
  while (start < word.length && start < meant.length && word[start] === meant[start]) start += 1;
  let [endA, endB] = [word.length, meant.length];
  while (endA > start && endB > start && word[endA - 1] === meant[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  if (Math.max(endA, endB) - start > LONGEST_REST) return false;
  // With the letter before, so that a doubled one is seen.
  const from = Math.max(0, start - 1);
  return costOf(word.slice(from, endA), meant.slice(from, endB), word.length, most) <= most;
}

/** The cost of the errors that make one text of another; more than `most` if they cost more. */
function costOf(a: string, b: string, length: number, most: number): number {
  let beforeLast: number[] = [];
  let last = [0];
  for (let column = 1; column <= b.length; column++)
    last.push(last[column - 1]! + costOfExtra(b, column));
  for (let row = 1; row <= a.length; row++) {
    const extra = costOfExtra(a, row);
    const current = [last[0]! + extra];
    for (let column = 1; column <= b.length; column++) {
      const [mine, other] = [a[row - 1]!, b[column - 1]!];
      let cost = Math.min(
        last[column]! + extra,
        current[column - 1]! + costOfExtra(b, column),
        last[column - 1]! + costOfChange(mine, other, length),
      );
      const isSwap = row > 1 && column > 1 && mine === b[column - 2] && a[row - 2] === other;
      if (isSwap) cost = Math.min(cost, beforeLast[column - 2]! + ONE);
      current.push(cost);
    }
    if (Math.min(...current) > most) return OTHER_LETTER + most;
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

const costOfExtra = (word: string, end: number): number =>
  end > 1 && word[end - 1] === word[end - 2] ? DOUBLED : ONE;

function costOfChange(a: string, b: string, length: number): number {
  if (a === b) return 0;
  return length >= LEAST_CHANGED && LIKELY.has(a + b) ? ONE : OTHER_LETTER;
}
