import { parseArgs } from 'node:util';

interface Option<Kind extends 'text' | 'count' | 'switch'> {
  kind: Kind;
  help: string;
  /** Shown in the usage as well; a switch is off. */
  fallback?: Kind extends 'text' ? string : Kind extends 'count' ? number : never;
}
type AnyOption = Option<'text'> | Option<'count'> | Option<'switch'>;
type ValueOf<One> =
  One extends Option<'text'> ? string : One extends Option<'count'> ? number : boolean;

/** How a wrong command line ends a program, as in sysexits.h. */
const EXIT_USAGE = 64;

export const SEED: Option<'count'> = {
  kind: 'count',
  help: 'repeats the random choices of an earlier run',
  fallback: Date.now() % 2 ** 31,
};
export const DATABASE: Option<'text'> = {
  kind: 'text',
  help: 'sqlite, mysql or both',
  fallback: 'both',
};
export const RELAY: Option<'text'> = {
  kind: 'text',
  help: 'the main.js of another build; without it, this one',
  fallback: '',
};

/** Reads the command line. `--help` prints the options; a wrong option ends the process with one line. */
export function readArguments<Options extends Record<string, AnyOption>>(
  options: Options,
): { [Name in keyof Options]: ValueOf<Options[Name]> } {
  const entries = Object.entries(options);
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', default: false },
        ...Object.fromEntries(
          entries.map(([name, { kind }]) => [
            name,
            { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) },
          ]),
        ),
      },
    });
    if (values.help) {
      for (const [name, option] of entries) console.log(usageOf(name, option));
      process.exit(0);
    }
    const given = values as Record<string, string | boolean | undefined>;
    return Object.fromEntries(
      entries.map(([name, option]) => [name, valueOf(name, option, given[name])]),
    ) as { [Name in keyof Options]: ValueOf<Options[Name]> };
  } catch (error) {
    console.error(`${(error as Error).message.split('. ')[0]}. --help lists the options`);
    process.exit(EXIT_USAGE);
  }
}

function valueOf(name: string, option: AnyOption, given: string | boolean | undefined) {
  if (option.kind === 'switch') return given === true;
  if (given === undefined) return option.fallback;
  if (option.kind === 'text') return given;
  const count = Number(given);
  if (given === '' || !Number.isSafeInteger(count) || count < 0) {
    throw new TypeError(`--${name} takes a whole number`);
  }
  return count;
}

function usageOf(name: string, { kind, help, fallback }: AnyOption): string {
  const value = { text: ' TEXT', count: ' N', switch: '' }[kind];
  const usual = fallback === undefined || fallback === '' ? '' : ` (${fallback})`;
  return `  --${`${name}${value}`.padEnd(18)}${help}${usual}`;
}
