import { fstatSync, writeSync } from 'node:fs';
import { escapeJson, sanitisePainted } from './sanitise';

/** A line of a result for a person, on stdout. */
export function print(text: string): void {
  writeOut(`${text}\n`);
}

/** A result in pieces, for a program: one line of JSON on stdout for each piece. */
export function printJsonLine(value: object): void {
  writeOut(`${escapeJson(JSON.stringify(value))}\n`);
}

/** Messages: what happens, what to do next. On stderr, so that they never mix with a result. */
export function say(text: string): void {
  writeErr(`${text}\n`);
}

/** Prints the result as JSON with `--json`, otherwise as text. */
export function printResult(isJson: boolean | undefined, value: unknown, text: () => string): void {
  if (isJson) writeOut(`${escapeJson(JSON.stringify(value, null, 2))}\n`);
  else print(text());
}

/** Writes text to stdout; if that fails, the stream's `error` event ends relayctl. */
export function writeOut(text: string): void {
  const { stdout } = process;
  const safe = sanitisePainted(text, stdout.isTTY);
  if (isFile(stdout.fd)) writeWhole(stdout.fd, safe);
  else stdout.write(safe);
}

export function writeErr(text: string): void {
  process.stderr.write(sanitisePainted(text, process.stderr.isTTY));
}

/** A file, or a device that is no terminal, such as /dev/full. */
function isFile(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFile() || (stats.isCharacterDevice() && !process.stdout.isTTY);
}

/** Node's own stream reports success when a full disk has stored only the beginning. */
function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
  } catch (error) {
    process.stdout.emit('error', error);
  }
}
