import type { ReadLine } from './lines';

/** A canned reply in a file. */
export interface GivenReply {
  shortcut: string;
  content: string;
  locale?: string;
}

/** The content of a line. The relay checks the fields of a conversation. */
export type ImportRecord =
  | { number: number; type: 'conversation'; conversation: Record<string, unknown>; json: string }
  | { number: number; type: 'canned_reply'; reply: GivenReply }
  | { number: number; type: 'problem'; field: string; code: string };

/** In bytes. The relay's limit for a call, without the rest of the call's body. */
const MAX_CONVERSATION_BYTES = 256 * 1024 - 200;

/** Makes a function that reads lines as records. Each `external_id`, and each shortcut, may be in a file once. */
export function createRecordReader(): (line: ReadLine) => ImportRecord {
  const seen = new Map<string, number>();

  const firstOf = (key: string, number: number): number | null => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, number);
    return first ?? null;
  };

  return (line) => {
    const { number } = line;
    const problem = (field: string, code: string): ImportRecord => ({
      number,
      type: 'problem',
      field,
      code,
    });
    if ('problem' in line) return problem('', line.problem);
    const value = parse(line.text);
    if (value === undefined) return problem('', 'bad_json');
    if (!isObject(value)) return problem('', 'not_an_object');
    const { type, ...fields } = value;

    if (type === 'conversation') {
      const id = fields['external_id'];
      const first = typeof id === 'string' ? firstOf(`id ${id}`, number) : null;
      if (first !== null) return problem('external_id', `duplicate_of_line_${first}`);
      const json = JSON.stringify(fields);
      if (Buffer.byteLength(json) > MAX_CONVERSATION_BYTES) return problem('', 'too_long');
      return { number, type, conversation: fields, json };
    }

    if (type === 'canned_reply') {
      const wrong = wrongFieldOf(fields);
      if (wrong) return problem(...wrong);
      const reply = fields as unknown as GivenReply; // it was checked
      const first = firstOf(`shortcut ${reply.shortcut}`, number);
      if (first !== null) return problem('shortcut', `duplicate_of_line_${first}`);
      return { number, type, reply };
    }
    return problem('type', type === undefined ? 'required' : 'unknown_type');
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The relay's checks of a canned reply, repeated here for a dry run, which sends none. */
const REPLY_FIELDS: Record<string, (value: string) => boolean> = {
  shortcut: (value) => value.trim() !== '' && value.length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(value),
  content: (value) =>
    value !== '' && Array.from(value).length <= 4_000 && !/[\0\p{Cs}]/u.test(value),
  locale: (value) => value.length <= 35 && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(value),
};

function wrongFieldOf(fields: Record<string, unknown>): [field: string, code: string] | null {
  for (const [field, value] of Object.entries(fields)) {
    if (!Object.hasOwn(REPLY_FIELDS, field)) return [field, 'unknown_field'];
    if (typeof value !== 'string' || !REPLY_FIELDS[field]?.(value)) return [field, 'invalid'];
  }
  const missing = ['shortcut', 'content'].find((field) => !(field in fields));
  return missing === undefined ? null : [missing, 'required'];
}
