import { catalogue } from '../../src/commands/catalogue';
import type { Entry } from '../../src/commands/entry';

/** The words of a command, without its operands. */
export function wordsOf({ usage }: Entry): string {
  return usage
    .split(' ')
    .filter((word) => !/^[<[]/.test(word))
    .join(' ');
}

/** The commands that have an option. */
export function commandsWith(long: string): Entry[] {
  return catalogue.filter(({ options = [] }) => options.some((option) => option.long === long));
}
