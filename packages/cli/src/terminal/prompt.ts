import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { EXIT, ExitError } from '../errors';

/** True if a person can answer questions. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on stderr, because stdout is for the result. @throws {ExitError} 2 without a terminal */
export async function ask(question: string, insteadUse: string): Promise<string> {
  return (await askOnTerminal(question, insteadUse, process.stderr)).trim();
}

/** Asks without showing what is typed. */
async function askHidden(question: string, insteadUse: string): Promise<string> {
  assertInteractive(insteadUse);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await askOnTerminal('', insteadUse, silent, question);
  } finally {
    process.stderr.write('\n');
  }
}

/** @param shown the question, if `output` shows nothing */
async function askOnTerminal(
  question: string,
  insteadUse: string,
  output: NodeJS.WritableStream,
  shown = '',
): Promise<string> {
  assertInteractive(insteadUse);
  const reader = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  // The terminal does not echo any more from here on, so pasted text is not shown, either.
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

/** Reads a secret from the environment, from stdin with `isFromStdin`, or asks for it without echo. */
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

/** Reads the account's password from RELAY_PASSWORD, from stdin, or asks for it. */
export function readPassword({ passwordStdin }: { passwordStdin?: boolean }): Promise<string> {
  return readSecret({ ...PASSWORD, isFromStdin: passwordStdin, question: 'Password: ' });
}

/** Reads a new password like `readPassword`; if it is typed, it is asked for twice. */
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
