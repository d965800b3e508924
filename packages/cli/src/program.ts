import { Command, CommanderError, Option } from 'commander';
import { EXIT, ExitError, type ExitCode } from './errors';

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 usage, 3 not signed in, 4 refused, 5 unreachable.
Environment: RELAY_URL, RELAY_TOKEN, RELAY_ADMIN_KEY, RELAY_PASSWORD, RELAY_OTP, NO_COLOR.
`;

const PASSWORD_STDIN = 'read the password from stdin (or set RELAY_PASSWORD)';

/**
 * The commands and their options. Each action imports its module when it runs, so that `--help`
 * and completion don't pay for the HTTP client.
 */
function createProgram(): Command {
  const program = new Command('relayctl')
    .description('Run and use a chat relay from a terminal.')
    .version(__VERSION__)
    .addOption(
      new Option('--url <address>', "the relay's address (default: RELAY_URL, the profile's)"),
    )
    .option('--profile <name>', 'which remembered login to use (default: "default")')
    .option('--json', 'print the result as JSON')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .showHelpAfterError('(relayctl --help lists the commands)');

  program
    .command('login')
    .description('Sign in with password and code, and remember it')
    .option('--email <address>', 'which account')
    .option('--totp', 'use the code of an authenticator app, not one sent by mail')
    .option('--password-stdin', PASSWORD_STDIN)
    .action(async (_options, command: Command) => {
      const { login } = await import('./commands/login');
      await login(command.optsWithGlobals());
    });
  examples(program, 'login', [
    'relayctl login --url https://relay.example --email you@shop.example',
    'RELAY_OTP=123456 relayctl login --email you@shop.example --totp --password-stdin < password.txt',
  ]);

  program
    .command('whoami')
    .description('Show which account is signed in')
    .action(async (_options, command: Command) => {
      const { whoami } = await import('./commands/whoami');
      await whoami(command.optsWithGlobals());
    });
  examples(program, 'whoami', ['relayctl whoami', 'relayctl whoami --profile staging --json']);

  program
    .command('logout')
    .description('End the login and forget it')
    .action(async (_options, command: Command) => {
      const { logout } = await import('./commands/logout');
      await logout(command.optsWithGlobals());
    });
  examples(program, 'logout', ['relayctl logout']);

  program
    .command('bootstrap')
    .description('Make sure that there is a super-admin; needs the admin key')
    .option('--email <address>', "which account (default: the relay's SYSTEM_ADMIN_EMAIL)")
    .option('--display-name <name>', 'its name, if it is new')
    .option('--password-stdin', PASSWORD_STDIN)
    .action(async (_options, command: Command) => {
      const { bootstrap } = await import('./commands/bootstrap');
      await bootstrap(command.optsWithGlobals());
    });
  examples(program, 'bootstrap', [
    'RELAY_ADMIN_KEY="$(cat data/admin.key)" relayctl bootstrap --email root@shop.example',
  ]);

  program
    .command('inbox')
    .description('Answer visitors: the queue and its conversations, live')
    .option('--workspace <name or id>', 'only this workspace')
    .option('--tenant <name or id>', 'only this tenant')
    .action(async (_options, command: Command) => {
      const { inbox } = await import('./commands/inbox');
      await inbox(command.optsWithGlobals());
    });
  examples(program, 'inbox', [
    'relayctl inbox',
    'relayctl inbox --tenant Shop',
    'relayctl inbox --json | jq --unbuffered .type    # one update a line; sets no presence',
  ]);

  program.addHelpText(
    'after',
    `
Examples:
  relayctl login --url https://relay.example --email you@shop.example
  relayctl inbox
${EXIT_CODES}`,
  );
  return program;
}

function examples(program: Command, name: string, lines: readonly string[]): void {
  const command = program.commands.find((each) => each.name() === name);
  command?.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** Runs one command line; whatever goes wrong is said on stderr and becomes an exit code. */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(argv);
    return EXIT.done;
  } catch (error) {
    // commander has said already what it had to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const message = error instanceof Error ? error.message : String(error);
    const exitCode = error instanceof ExitError ? error.exitCode : EXIT.failed;
    const wins = exitCode === EXIT.notSignedIn && process.env['RELAY_TOKEN'];
    process.stderr.write(`relayctl: ${message}${wins ? ' RELAY_TOKEN is set and wins.' : ''}\n`);
    return exitCode;
  }
}
