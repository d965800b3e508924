import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { paint, say, StepError } from './report.mjs';

const RESTART_MS = 1000;
const STOP_MS = 10_000;
const READY_MS = 30_000;

/**
 * @typedef {object} ChildOptions
 * @property {string} name
 * @property {'cyan' | 'magenta' | 'yellow'} colour
 * @property {string} script
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {string} readyUrl answers 2xx once the child serves
 */

/** Runs programs side by side, keeps them alive, and stops them together. @param {AbortSignal} stopping */
export function createChildren(stopping) {
  /** @type {Map<string, { child: import('node:child_process').ChildProcess, closed: Promise<void> }>} */
  const running = new Map();
  /** Programs that were ended for a restart with a new build. @type {Set<string>} */
  const restarting = new Set();

  /** @param {ChildOptions} options */
  function launch({ name, colour, script, cwd, env }) {
    const prefix = paint(colour, name.padEnd(8));
    // In its own process group: Ctrl-C reaches this script alone, which then stops the children.
    const child = spawn(process.execPath, [script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => say(`${prefix}${line}`));
    }
    /** @type {Promise<void>} */
    const closed = new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('close', () => resolve());
    });
    running.set(name, { child, closed });
    return { child, closed, prefix };
  }

  /** @param {ChildOptions} options */
  async function keepAlive(options, /** @type {ReturnType<typeof launch>} */ first) {
    let { child, closed, prefix } = first;
    for (;;) {
      await closed;
      if (stopping.aborted) return;
      if (restarting.delete(options.name)) {
        say(`${prefix}restarted with the new build`);
      } else {
        const how = child.signalCode ?? `exit code ${child.exitCode}`;
        say(`${prefix}${paint('red', `died (${how}); starting it again in 1 s`)}`);
        await delay(RESTART_MS);
      }
      if (stopping.aborted) return;
      ({ child, closed, prefix } = launch(options));
    }
  }

  /** Starts one, waits until it serves, and starts it again whenever it dies. @param {ChildOptions} options */
  async function start(options) {
    const first = launch(options);
    const isAlive = () => first.child.exitCode === null && first.child.signalCode === null;
    const deadline = Date.now() + READY_MS;
    // Checked last: if it has ended and something answers, that is another program on its port.
    while (!(await isServing(options.readyUrl)) || !isAlive()) {
      if (stopping.aborted) return;
      if (!isAlive()) {
        await first.closed; // all that it said is shown by then
        const how = first.child.signalCode ?? `exit code ${first.child.exitCode}`;
        throw new StepError(`${options.name} did not start (${how})`);
      }
      if (Date.now() > deadline)
        throw new StepError(`${options.name} does not answer at ${options.readyUrl}`);
      await delay(100);
    }
    void keepAlive(options, first);
  }

  /** Asks all to end and waits; one that takes longer than 10 s is killed. */
  async function stop() {
    await Promise.all(
      [...running.values()].map(async ({ child, closed }) => {
        child.kill('SIGTERM');
        await Promise.race([closed, delay(STOP_MS, undefined, { ref: false })]);
        child.kill('SIGKILL');
      }),
    );
  }

  /** Ends one at once; it is started again at once. @param {string} name */
  function restart(name) {
    const one = running.get(name);
    if (!one || restarting.has(name)) return;
    restarting.add(name);
    one.child.kill('SIGKILL');
  }

  return { start, restart, stop };
}

/** @param {string} url */
const isServing = (url) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  );
