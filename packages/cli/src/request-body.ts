import { readFileSync } from 'node:fs';
import { EXIT, ExitError } from './errors';

/**
 * A JSON object from the command line itself, from a file (`@body.json`) or from stdin (`-`).
 * @throws {ExitError} 2 when it is none
 */
export async function readJsonObject(source: string): Promise<object> {
  let value: unknown;
  try {
    value = JSON.parse(await textOf(source));
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(EXIT.usage, 'The data is not JSON.', { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ExitError(EXIT.usage, 'The data must be a JSON object.');
}

async function textOf(source: string): Promise<string> {
  if (source === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }
  if (!source.startsWith('@')) return source;
  try {
    return readFileSync(source.slice(1), 'utf8');
  } catch (error) {
    throw new ExitError(EXIT.usage, `${source.slice(1)} can't be read.`, { cause: error });
  }
}
