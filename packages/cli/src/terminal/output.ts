import { fstatSync, writeSync } from 'node:fs';
import { escapeJson, sanitisePainted } from './sanitise';

/** Prints a line of a result for people, on stdout. */
export function print(text: string): void {
  writeOut(`${text}\n`);
}

/** Prints a piece of a result for programs, as a line of JSON on stdout. */
export function printJsonLine(value: object): void {
  writeOut(`${escapeJson(JSON.stringify(value))}\n`);
}

/** Prints a message about what happens or what to do next, on stderr, so that it never mixes with a result. */
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

/** True of a file, and of a device that is no terminal, such as /dev/full. */
function isFile(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFile() || (stats.isCharacterDevice() && !process.stdout.isTTY);
}

/** Writes all bytes or fails: Node's own stream reports success if a full disk has stored only the beginning. */
function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
  } catch (error) {
    process.stdout.emit('error', error);
  }
}
