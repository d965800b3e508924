import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { EXIT, ExitError } from '../errors';

/** Whether there is a person to answer questions. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on stderr, so that stdout stays the result's. @throws {ExitError} 2 without a terminal */
export async function ask(question: string, insteadUse: string): Promise<string> {
  return (await askOnTerminal(question, insteadUse, process.stderr)).trim();
}

/** As `ask`, without showing what is typed. */
async function askHidden(question: string, insteadUse: string): Promise<string> {
  assertInteractive(insteadUse);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await askOnTerminal('', insteadUse, silent, question);
  } finally {
    process.stderr.write('\n');
  }
}

/** @param shown a question for an `output` that shows nothing */
async function askOnTerminal(
  question: string,
  insteadUse: string,
  output: NodeJS.WritableStream,
  shown = '',
): Promise<string> {
  assertInteractive(insteadUse);
  const reader = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  // From here on the terminal itself shows nothing: what is pasted at once must not be echoed.
  process.stderr.write(shown);
  const interrupted = new AbortController();
  reader.on('SIGINT', () => interrupted.abort());
  reader.on('close', () => interrupted.abort());
  try {
    return await reader.question(question, { signal: interrupted.signal });
  } catch (error) {
    throw new ExitError(EXIT.failed, 'Cancelled.', { cause: error });
  } finally {
    reader.close();
  }
}

/** @throws {ExitError} 2 without a terminal */
export function assertInteractive(insteadUse: string): void {
  if (isInteractive()) return;
  throw new ExitError(EXIT.usage, `There is no terminal for questions: ${insteadUse}.`);
}

/** A secret from the environment, from stdin with `isFromStdin`, otherwise typed without echo. */
export async function readSecret(source: {
  variable: string;
  isFromStdin?: boolean | undefined;
  question: string;
  insteadUse: string;
}): Promise<string> {
  if (source.isFromStdin)
    return requireText(await firstLineOfStdin(), 'The first line of stdin is empty.');
  const given = process.env[source.variable];
  if (given) return given;
  return requireText(await askHidden(source.question, source.insteadUse), 'Nothing was typed.');
}

const PASSWORD = {
  variable: 'RELAY_PASSWORD',
  insteadUse: 'set RELAY_PASSWORD or give --password-stdin',
};

/** The account's password: from RELAY_PASSWORD, from stdin, otherwise typed. */
export function readPassword({ passwordStdin }: { passwordStdin?: boolean }): Promise<string> {
  return readSecret({ ...PASSWORD, isFromStdin: passwordStdin, question: 'Password: ' });
}

/** As `readPassword`; a new password is typed twice. */
export async function readNewPassword(
  question: string,
  { passwordStdin }: { passwordStdin?: boolean },
): Promise<string> {
  const password = await readSecret({ ...PASSWORD, isFromStdin: passwordStdin, question });
  const wasTyped = !passwordStdin && !process.env[PASSWORD.variable];
  if (wasTyped && (await askHidden('Repeat it: ', PASSWORD.insteadUse)) !== password) {
    throw new ExitError(EXIT.usage, 'The passwords are different. Run the command again.');
  }
  return password;
}

async function firstLineOfStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}

function requireText(text: string, complaint: string): string {
  if (text === '') throw new ExitError(EXIT.usage, complaint);
  return text;
}
