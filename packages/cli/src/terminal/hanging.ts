import { wrap } from './columns';

const LEAST_WIDTH = 20;

/** The text with its later lines indented, as wide as the terminal. Without a terminal it stays one line. */
export function hanging(text: string, indent: number): string {
  const { isTTY, columns } = process.stdout;
  if (!isTTY) return text;
  return wrap(text, Math.max(LEAST_WIDTH, columns - indent)).join(`\n${' '.repeat(indent)}`);
}
