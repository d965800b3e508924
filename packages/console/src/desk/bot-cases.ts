/** A question, and what the bot is to do with it. */
export interface BotCase {
  question: string;
  /** `answer`, `escalate`, or a text that the answer contains. */
  expected: string;
}

/** A cell and what ends it, for each separator. */
const CELLS = Array.from(
  '\t;,',
  (separator) => new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\n]*)(${separator}|\\n|$)`, 'gy'),
);

/**
 * The cases of a CSV as RFC 4180 has it, also with semicolons or tabs as spreadsheets have it: the last
 * separator of the first row counts. A first row that says `question` is the head.
 * @returns null when a row lacks one of its two cells, or a quotation mark is not closed
 */
export function readCases(csv: string): BotCase[] | null {
  const text = csv.replace(/^\uFEFF/, '').trim();
  const [first = ''] = text.split('\n', 1);
  const separator = first.includes('\t') ? '\t' : (/[,;](?=[^,;]*$)/.exec(first)?.[0] ?? ',');
  const cell = CELLS['\t;,'.indexOf(separator)]!;
  const rows: string[][] = [[]];
  let isWhole = false;
  for (const [, written = '', end] of text.replaceAll('\r', '').matchAll(cell)) {
    const plain = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
    rows.at(-1)?.push(plain.trim());
    isWhole = end === '';
    if (isWhole) break;
    if (end === '\n') rows.push([]);
  }
  const cases = rows.filter((row) => row.some(Boolean));
  if (cases[0]?.[0]?.toLowerCase() === 'question') cases.shift();
  return isWhole && cases.every(([question, expected]) => question && expected)
    ? cases.map(([question = '', expected = '']) => ({ question, expected }))
    : null;
}

/** Whether the bot does what the case expects; upper case and lower case are the same. */
export function meets(
  { expected }: BotCase,
  { decision, answer = '' }: { decision: string; answer?: string },
): boolean {
  const wanted = fold(expected);
  if (wanted === 'answer' || wanted === 'escalate') return decision === wanted;
  return decision === 'answer' && fold(answer).includes(wanted);
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase();
