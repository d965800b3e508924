/** A question, and what the bot is to do with it. */
export interface BotCase {
  question: string;
  /** `answer`, `escalate`, or a text that the answer contains. */
  expected: string;
}

/** A question with what is expected, as far as that is known. */
export interface BotQuestion {
  question: string;
  expected?: string;
  /** The title of the document, or the first question of the FAQ entry, that is to answer. */
  document?: string;
}

/** A cell and what ends it, for each separator. */
const CELLS = Array.from(
  '\t;,',
  (separator) => new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\n]*)(${separator}|\\n|$)`, 'gy'),
);

/** @returns null when a row lacks its question or what is expected, or a quotation mark is not closed */
export function readCases(csv: string): BotCase[] | null {
  const read = readQuestions(csv);
  const cases = read?.flatMap(({ question, expected }) =>
    expected ? [{ question, expected }] : [],
  );
  return cases?.length === read?.length ? (cases ?? null) : null;
}

/**
 * The questions of a CSV as RFC 4180 has it, also with semicolons or tabs as spreadsheets have it: the last
 * separator of the first row counts. A first row that says `question` is the head.
 * @returns null when a row lacks its question, or a quotation mark is not closed
 */
export function readQuestions(csv: string): BotQuestion[] | null {
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
  return isWhole && cases.every(([question]) => question)
    ? cases.map(([question = '', expected, document]) => ({
        question,
        ...(expected && { expected }),
        ...(document && { document }),
      }))
    : null;
}

/** What the bot does with a question. */
export interface BotReply {
  decision: string;
  answer?: string;
  sources?: readonly { title: string }[];
  /** The best first. */
  candidates?: readonly { title: string }[];
}

/** Whether it quotes the document that is expected, if one is. */
export function isRightSource(
  { document }: BotQuestion,
  { sources = [], candidates = [] }: BotReply,
): boolean {
  if (document === undefined) return true;
  // The FAQ is no source: it is the answer.
  const quoted = sources.length > 0 ? sources : candidates.slice(0, 1);
  return quoted.some(({ title }) => fold(title) === fold(document));
}

/** Whether the bot does what the case expects; upper case and lower case are the same. */
export function meets({ expected }: BotCase, { decision, answer = '' }: BotReply): boolean {
  const wanted = fold(expected);
  if (wanted === 'answer' || wanted === 'escalate') return decision === wanted;
  return decision === 'answer' && fold(answer).includes(wanted);
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase();
