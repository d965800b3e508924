import { InvalidArgumentError, Option, type Command } from 'commander';

/** The subcommand that runs when only the group's name is given. */
export const LIST = 'list';

/** The code of a command, with its options and operands; `this` is commander's own command. */
export type Action = (this: Command, options: never, ...operands: string[]) => Promise<void> | void;

/** One command as data, for `--help`, completion and the parser. */
export interface Entry {
  /** Its words and operands, as commander writes them: `tenant show <tenant>`. */
  usage: string;
  summary: string;
  options?: readonly Option[];
  /** Command lines that work without changes. */
  examples: readonly string[];
  /** What a reader of the help has to know in addition. */
  note?: string;
  /** Imports the command's module; called only when the command runs. */
  load: () => Promise<Action>;
}

/** An option of one command. */
export function option(flags: string, description: string): Option {
  return new Option(flags, description);
}

/** An option with one of `choices`, after `read` has made one of what was typed. */
export function choice(
  flags: string,
  description: string,
  choices: readonly string[],
  read: (text: string) => string,
): Option {
  return option(flags, description)
    .choices(choices)
    .argParser((text: string) => {
      const value = read(text);
      if (choices.includes(value)) return value;
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    });
}

/** An option that may be repeated; its values make a list. */
export function repeatable(flags: string, description: string): Option {
  return option(flags, `${description}; may be given again`).argParser(
    (value: string, before: string[] | undefined) => [...(before ?? []), value],
  );
}

/** A whole number of at least `least`. @throws {InvalidArgumentError} otherwise */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number, ${least} or more.`);
  };
}

/** The options of every list. */
export const paging: readonly Option[] = [
  option('--limit <number>', 'how many to show (default: 50)').argParser(wholeNumber(1)),
  option('--all', 'show all of them').conflicts('limit'),
  option('--cursor <cursor>', 'continue from the next_cursor of an earlier answer'),
];

/** The workspace, if the account has several. */
export const workspace: Option = option(
  '--workspace <name or id>',
  'which workspace (default: the only one you belong to)',
);

/** Confirms in advance, without a question. */
export const yes: Option = option('--yes', 'do not ask for confirmation');

/** Where the token of an invitation comes from without a terminal. */
export const tokenStdin: Option = option(
  '--token-stdin',
  "read the invitation's token from stdin (or set RELAY_INVITE_TOKEN)",
);

/** Where the password comes from without a terminal. */
export const passwordStdin: Option = option(
  '--password-stdin',
  'read the password from stdin (or set RELAY_PASSWORD)',
);
