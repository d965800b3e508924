import { InvalidArgumentError, Option, type Command } from 'commander';

/** The subcommand that runs when only the group's name is given. */
export const LIST = 'list';

/** Runs a command with its options and operands; `this` is commander's own command. */
export type Action = (this: Command, options: never, ...operands: string[]) => Promise<void> | void;

/** A command as data, for `--help`, completion and the parser. */
export interface Entry {
  /** The command's words and operands, in commander's notation: `tenant show <tenant>`. */
  usage: string;
  summary: string;
  options?: readonly Option[];
  /** Command lines that work as they are. */
  examples: readonly string[];
  /** Text that the help adds at its end. */
  note?: string;
  /** Imports the command's module; called only when the command runs. */
  load: () => Promise<Action>;
}

export function option(flags: string, description: string): Option {
  return new Option(flags, description);
}

/** Makes an option with one of `choices`; `read` first converts what was typed. */
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

/** Makes an option that may be repeated; its values become a list. */
export function repeatable(flags: string, description: string): Option {
  return option(flags, `${description}; may be given again`).argParser(
    (value: string, before: string[] | undefined) => [...(before ?? []), value],
  );
}

/** Parses a whole number of at least `least`. @throws {InvalidArgumentError} otherwise */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number, ${least} or more.`);
  };
}

/** The options of every command that lists something. */
export const paging: readonly Option[] = [
  option('--limit <number>', 'how many to show (default: 50)').argParser(wholeNumber(1)),
  option('--all', 'show all of them').conflicts('limit'),
  option('--cursor <cursor>', 'continue from the next_cursor of an earlier answer'),
];

/** The option that selects a workspace, needed if the account has several. */
export const workspace: Option = option(
  '--workspace <name or id>',
  'which workspace (default: the only one you belong to)',
);

/** The option that confirms in advance. */
export const yes: Option = option('--yes', 'do not ask for confirmation');

/** The option to read an invitation's token without a terminal. */
export const tokenStdin: Option = option(
  '--token-stdin',
  "read the invitation's token from stdin (or set RELAY_INVITE_TOKEN)",
);

/** The option to read the password without a terminal. */
export const passwordStdin: Option = option(
  '--password-stdin',
  'read the password from stdin (or set RELAY_PASSWORD)',
);
