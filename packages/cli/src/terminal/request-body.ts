import { readFileSync } from 'node:fs';
import { EXIT, ExitError } from '../errors';

/**
 * Reads a JSON object from the command line, from a file (`@body.json`) or from stdin (`-`).
 * @throws {ExitError} 2 if it is not valid
 */
export async function readJsonObject(source: string): Promise<object> {
  let value: unknown;
  try {
    value = JSON.parse((await readBytes(source)).toString('utf8'));
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(EXIT.usage, 'The data is not JSON.', { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ExitError(EXIT.usage, 'The data must be a JSON object.');
}

/**
 * Reads bytes unchanged: of the text itself, of a file (`@body.json`) or of stdin (`-`).
 * @throws {ExitError} 2 if the file can't be read
 */
export async function readBytes(source: string): Promise<Buffer> {
  if (source === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
  if (!source.startsWith('@')) return Buffer.from(source);
  try {
    return readFileSync(source.slice(1));
  } catch (error) {
    throw new ExitError(EXIT.usage, `${source.slice(1)} can't be read.`, { cause: error });
  }
}
