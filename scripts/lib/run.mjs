import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';
import { StepError } from './report.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] replaces the environment
 * @property {AbortSignal} [signal]
 */

/** @param {string} command @param {string[]} args @param {RunOptions} options @param {'inherit' | 'pipe'} output */
function start(command, args, options, output) {
  return spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env: options.env ?? process.env,
    stdio: ['ignore', output, output],
    ...(options.signal ? { signal: options.signal, killSignal: 'SIGTERM' } : {}),
  });
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
const exitCode = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });

/**
 * Runs a command without showing its output, and returns that with the exit code; an interruption counts as 130.
 * @param {string} command @param {string[]} args @param {RunOptions} [options]
 */
export async function runKept(command, args, options = {}) {
  const child = start(command, args, options, 'pipe');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  }
  const code = await exitCode(child).catch((error) => {
    if (error.name === 'AbortError') return 130;
    throw new StepError(`${command} could not be run: ${error.message}`, output);
  });
  return { code, output };
}

/**
 * Runs a command without showing its output and returns it; a failure throws with all of it.
 * @param {string} command @param {string[]} args @param {RunOptions} [options]
 */
export async function runQuietly(command, args, options = {}) {
  const { code, output } = await runKept(command, args, options);
  if (code !== 0)
    throw new StepError(`${[command, ...args].join(' ')} (exit code ${code})`, output);
  return output;
}

/**
 * Runs a command with its output shown and returns its exit code; an interruption counts as 130.
 * @param {string} command @param {string[]} args @param {RunOptions} [options]
 */
export async function runShown(command, args, options = {}) {
  return exitCode(start(command, args, options, 'inherit')).catch((error) => {
    if (error.name === 'AbortError') return 130;
    throw new StepError(`${command} could not be run: ${error.message}`);
  });
}
