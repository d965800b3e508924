import { Command, CommanderError } from 'commander';
import { catalogue } from './commands/catalogue';
import { LIST, option, type Entry } from './commands/entry';
import { withCurrentName } from './commands/renamed';
import { EXIT, ExitError, type ExitCode } from './errors';
import { useProxy } from './relay/proxy';
import { assertUsable } from './session/environment';
import { say, writeErr, writeOut } from './terminal/output';

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 usage, 3 not signed in, 4 refused, 5 unreachable; after Ctrl-C, 1 at a
  question and 130 elsewhere.
Environment: RELAY_URL, RELAY_TOKEN, RELAY_ADMIN_KEY, TENANT_SECRET,
  OLD_TENANT_SECRET, RELAY_LOCAL_SECRET, RELAY_INVITE_TOKEN, RELAY_PASSWORD,
  RELAY_OTP, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, NO_COLOR.
`;

/**
 * Builds the commands and their options. Each action imports its module when it runs, so that `--help` and completion
 * don't load the HTTP client.
 */
function createProgram(): Command {
  const program = new Command('relayctl')
    .description('Run and use a chat relay from a terminal.')
    .version(__VERSION__)
    .addOption(option('--url <address>', "the relay's address (default: RELAY_URL, the profile's)"))
    .option('--profile <name>', 'which remembered login to use (default: "default")')
    .option('--json', 'print the result as JSON')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ writeOut, writeErr })
    .hook('preAction', async () => {
      assertUsable(process.env);
      await useProxy(process.env);
    })
    .showHelpAfterError('(relayctl --help lists the commands)')
    .addHelpText(
      'after',
      examples([
        'relayctl login --url https://relay.example --email you@shop.example',
        'relayctl inbox',
      ]) + `\n${EXIT_CODES}`,
    );
  for (const entry of catalogue) add(program, entry);
  for (const group of program.commands.filter((each) => each.commands.length > 0)) {
    const entries = catalogue.filter(({ usage }) => usage.startsWith(`${group.name()} `));
    group
      .description(describeGroup(group))
      .showHelpAfterError(hintOf(group.name()))
      .addHelpText('after', examples(entries.flatMap(({ examples: [first] }) => first ?? [])));
  }
  return program;
}

function add(program: Command, entry: Entry): void {
  const [name = '', ...rest] = entry.usage.split(' ');
  const isNested = rest[0] !== undefined && !/^[<[]/.test(rest[0]);
  const command = isNested
    ? addToGroup(groupOf(program, name), rest.join(' '))
    : program.command(entry.usage);
  command.showHelpAfterError(hintOf(isNested ? `${name} ${command.name()}` : name));
  command.description(entry.summary).addHelpText('after', examples(entry.examples));
  if (entry.note !== undefined) command.addHelpText('after', `\n${entry.note}`);
  for (const each of entry.options ?? []) command.addOption(each);
  command.action(async () => {
    const action = await entry.load();
    // The entry's options and operands match the action's parameters, but commander doesn't type them.
    await action.call(
      command,
      command.optsWithGlobals() as never,
      ...(command.processedArgs as string[]),
    );
  });
}

/** Returns the command that only groups others: `tenant` of `tenant show`. */
function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((each) => each.name() === name);
  return known ?? program.command(name);
}

/** Adds a command to a group. The group's `list` also runs when only the group is named. */
function addToGroup(group: Command, usage: string): Command {
  if (usage !== LIST) return group.command(usage);
  const list = group.command(usage, { isDefault: true });
  // A word that is no command of the group reaches the default command, which has no operands.
  return list.allowExcessArguments().hook('preAction', () => {
    const [stray] = list.args;
    if (stray !== undefined) group.error(`error: unknown command '${stray}'`);
  });
}

function describeGroup({ commands }: Command): string {
  const names = commands.map((each) => each.name());
  const list = commands.find((each) => each.name() === LIST);
  if (!list) return names.join(', ');
  return `${list.description()}; ${names.filter((each) => each !== LIST).join(', ')}`;
}

function hintOf(command: string): string {
  return `(relayctl ${command} --help explains it)`;
}

function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** Runs one command line. Every error is printed on stderr and becomes an exit code. */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  const { args, notice } = withCurrentName(argv.slice(2)); // after node and the script
  if (notice !== null) say(`relayctl: ${notice}`);
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const message = error instanceof Error ? error.message : String(error);
    const exitCode = error instanceof ExitError ? error.exitCode : EXIT.failed;
    const wins = exitCode === EXIT.notSignedIn && process.env['RELAY_TOKEN'];
    say(`relayctl: ${message}${wins ? ' RELAY_TOKEN overrides the saved login.' : ''}`);
    return exitCode;
  }
}
