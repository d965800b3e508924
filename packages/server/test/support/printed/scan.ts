import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret in what was printed, and where. */
export interface Leak {
  what: string;
  file: string;
  line: number;
  /** The text around it. */
  excerpt: string;
}

/** Whatever follows is a secret, known or not. */
const SECRET_BEGINNINGS: [what: string, text: string][] = [
  ['a password hash', '$argon2id$'],
  ['a JWT', 'eyJhbGciOi'],
];
/** Six digits stand in many a line by chance; these are called a code there. */
const CODE_IN_CONTEXT = /(?:otp|code)\W{1,8}(\d{6})(?!\d)/g;
const CODE = /^\d{6}$/;
const EXCERPT_CHARS = 60;

/** Looks for every secret of the folder's notes in every byte of its logs. */
export function scanPrinted(folder: string): { leaks: Leak[]; bytes: number; secrets: number } {
  const files = readdirSync(folder);
  const secrets = new Map<string, string>(SECRET_BEGINNINGS.map(([what, text]) => [text, what]));
  for (const file of files.filter((name) => name.endsWith('.secrets'))) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue;
      const [what, value] = JSON.parse(line) as [string, string];
      secrets.set(value, what);
    }
  }
  const isCode = (value: string) => CODE.test(value);
  const find = createSearch([...secrets.keys()].filter((value) => !isCode(value)).flatMap(formsOf));
  const leaks: Leak[] = [];
  let bytes = 0;
  for (const file of files.filter((name) => name.endsWith('.log'))) {
    const printed = readFileSync(join(folder, file));
    bytes += printed.length;
    for (const { value, end } of find(printed)) {
      leaks.push(leakAt(secrets.get(value) ?? '?', file, printed, end - value.length, end));
    }
    for (const match of printed.toString('latin1').matchAll(CODE_IN_CONTEXT)) {
      const what = secrets.get(match[1] ?? '');
      const end = match.index + match[0].length;
      if (what !== undefined) leaks.push(leakAt(what, file, printed, end - 6, end));
    }
  }
  return { leaks, bytes, secrets: secrets.size - SECRET_BEGINNINGS.length };
}

/** A text, and how JSON in JSON and an address would write it. */
function formsOf(value: string): [value: string, form: string][] {
  const forms = new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
  ]);
  return [...forms].map((form) => [value, form]);
}

interface Found {
  value: string;
  end: number;
}

/**
 * Searches for any number of texts in one pass over the bytes. It keeps the last four bytes as a number, and compares
 * texts only if a table contains that number.
 */
function createSearch(forms: [value: string, form: string][]): (bytes: Buffer) => Found[] {
  const isKnown = new Uint8Array(1 << 16);
  const byTail = new Map<number, { value: string; form: Buffer }[]>();
  for (const [value, text] of forms) {
    const form = Buffer.from(text);
    const tail = form.readUInt32BE(form.length - 4);
    byTail.set(tail, [...(byTail.get(tail) ?? []), { value, form }]);
    isKnown[slotOf(tail)] = 1;
  }
  return (bytes) => {
    const found: Found[] = [];
    let tail = 0;
    for (let at = 0; at < bytes.length; at++) {
      tail = ((tail << 8) | bytes[at]!) >>> 0;
      if (isKnown[slotOf(tail)] === 0) continue;
      const end = at + 1;
      for (const { value, form } of byTail.get(tail) ?? []) {
        const isHere = bytes.subarray(Math.max(0, end - form.length), end).equals(form);
        if (isHere) found.push({ value, end });
      }
    }
    return found;
  };
}

function slotOf(tail: number): number {
  return Math.imul(tail, 0x9e3779b1) >>> 16;
}

function leakAt(what: string, file: string, printed: Buffer, start: number, end: number): Leak {
  const before = printed.subarray(0, start).toString('latin1');
  const after = printed.subarray(end, end + EXCERPT_CHARS).toString('latin1');
  const [lineStart = ''] = before.slice(-EXCERPT_CHARS).split('\n').slice(-1);
  const [lineEnd = ''] = after.split('\n');
  return {
    what,
    file,
    line: before.split('\n').length,
    excerpt: `${lineStart}<${what}>${lineEnd}`,
  };
}
