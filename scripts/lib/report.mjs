import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';

const isColoured = !process.env.NO_COLOR && process.stdout.isTTY === true;

/** @param {Parameters<typeof styleText>[0]} style @param {string} text */
export const paint = (style, text) => (isColoured ? styleText(style, text) : text);

/** A failure that the message explains completely: no stack is shown. */
export class StepError extends Error {
  /** @param {string} message @param {string} [output] what the failed command had printed */
  constructor(message, output = '') {
    super(message);
    this.name = 'StepError';
    this.output = output;
  }
}

/** @param {string} text */
export const say = (text) => process.stdout.write(`${text}\n`);

/** @param {string} text */
export const heading = (text) => say(`\n${paint('bold', `== ${text}`)}`);

/** Runs one step and prints one line with its time. @template T @param {string} name @param {() => Promise<T>} work */
export async function step(name, work) {
  const startedAt = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`${paint('green', 'done')}  ${name} ${paint('dim', `(${seconds} s)`)}`);
  return result;
}

/** Prints a failure; the caller decides when to exit. @param {unknown} error */
export function sayFailure(error) {
  if (!(error instanceof StepError)) {
    console.error(error);
    return;
  }
  if (error.output.trim() !== '') process.stderr.write(`${error.output.trimEnd()}\n`);
  process.stderr.write(`${paint('red', 'failed')}  ${error.message}\n`);
}

/** The comment at the head of a script, which is its help. @param {string} file */
function helpOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines.slice(0, end).map((line) => line.slice('// '.length));
}

/**
 * Runs a script to its end and exits with its code; asked for help, it only says what it does.
 * @param {() => Promise<number | void>} main
 */
export async function runScript(main) {
  const [, file, first = ''] = process.argv;
  if (file !== undefined && ['--help', '-h'].includes(first)) {
    for (const line of helpOf(file)) say(line);
    return;
  }
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    sayFailure(error);
    process.exitCode = 1;
  }
}
