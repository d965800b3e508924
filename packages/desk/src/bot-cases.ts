/** A test case for the bot: a question and the expected outcome. */
export interface BotCase {
  question: string;
  /** `answer`, `escalate`, or a text that the answer must contain. */
  expected: string;
}

/** A question of a CSV file, with the expectations that its columns state. */
export interface BotQuestion {
  question: string;
  expected?: string;
  /** Title of the document, or first question of the FAQ entry, that should be quoted. */
  document?: string;
}

/** Patterns that match a cell and what ends it, one for each separator. */
const CELLS = Array.from(
  '\t;,',
  (separator) => new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\n]*)(${separator}|\\n|$)`, 'gy'),
);

/** @returns null if a row lacks a question or an expectation, or a quotation mark is not closed */
export function readCases(csv: string): BotCase[] | null {
  const read = readQuestions(csv);
  const cases = read?.flatMap(({ question, expected }) =>
    expected ? [{ question, expected }] : [],
  );
  return cases?.length === read?.length ? (cases ?? null) : null;
}

/**
 * Reads questions from a CSV (RFC 4180), also with semicolons or tabs as spreadsheets write them: the last separator of
 * the first row counts. A first row with `question` is the header.
 * @returns null if a row lacks its question, or a quotation mark is not closed
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

/** The bot's decision about a question, and what it is based on. */
export interface BotReply {
  decision: string;
  answer?: string;
  sources?: readonly { title: string }[];
  /** Passages and FAQ entries that match, best first. */
  candidates?: readonly { title: string }[];
}

/** Whether the answer quotes the expected document; true if none is expected. */
export function isRightSource(
  { document }: BotQuestion,
  { sources = [], candidates = [] }: BotReply,
): boolean {
  if (document === undefined) return true;
  // An answer from the FAQ quotes no source: its entry is the best candidate.
  const quoted = sources.length > 0 ? sources : candidates.slice(0, 1);
  return quoted.some(({ title }) => fold(title) === fold(document));
}

/** Whether the bot's decision meets the case. Case is ignored in the expected text. */
export function meets({ expected }: BotCase, { decision, answer = '' }: BotReply): boolean {
  const wanted = fold(expected);
  if (wanted === 'answer' || wanted === 'escalate') return decision === wanted;
  return decision === 'answer' && fold(answer).includes(wanted);
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase();
