import { readFileSync } from 'node:fs';
import { EXIT, ExitError } from '../errors';

/**
 * Reads headers in curl's notation: `Name: value`, or `@headers.txt` for a file of such lines. Names become lower case;
 * a header that occurs twice keeps both values.
 * @throws {ExitError} 2 if a line is no header or a file can't be read
 */
export function readHeaders(sources: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const line of sources.flatMap(linesOf)) {
    const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      throw new ExitError(
        EXIT.usage,
        'A header must be like "X-Service-Timestamp: 1767225600000".',
      );
    }
    (headers[name.toLowerCase()] ??= []).push(value.trim());
  }
  return headers;
}

function linesOf(source: string): string[] {
  if (!source.startsWith('@')) return [source];
  try {
    const lines = readFileSync(source.slice(1), 'utf8').split(/\r?\n/);
    return lines.filter((line) => line !== '');
  } catch (error) {
    throw new ExitError(EXIT.usage, `${source.slice(1)} can't be read.`, { cause: error });
  }
}
