import { readFileSync } from 'node:fs';

interface Vector {
  name: string;
  /** Code of the refusal; null if the response is 200. */
  code: string | null;
  path: string;
  headers: [name: string, value: string][];
  body: { utf8: string; padding?: number } | { base64: string };
  secrets: string[];
  now_ms: number;
  is_repeated: boolean;
}

interface Vectors {
  cases: Vector[];
  user_secret: string;
  users: { user_id: string; code: string | null; user_signature: string | null }[];
}

export const VECTORS = JSON.parse(
  readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'),
) as Vectors;

export function bodyOf({ body }: Vector): Buffer {
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  return Buffer.from(body.utf8 + ' '.repeat(body.padding ?? 0));
}

/** The vector's headers as Node passes them: the values of a repeated header are joined. */
export function headersOf({ headers }: Vector): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const before = joined[name];
    joined[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return joined;
}
