import { wrap } from './columns';

const LEAST_WIDTH = 20;

/** Wraps text to the terminal's width, with its later lines indented. Without a terminal it stays one line. */
export function hanging(text: string, indent: number): string {
  const { isTTY, columns } = process.stdout;
  if (!isTTY) return text;
  return wrap(text, Math.max(LEAST_WIDTH, columns - indent)).join(`\n${' '.repeat(indent)}`);
}
