import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram } from './find-program.mjs';
import { anyFreePort, waitUntilAnswering } from './ports.mjs';
import { StepError } from './report.mjs';
import { runQuietly } from './run.mjs';

const READY_MS = 30_000;
const STOP_MS = 10_000;

/**
 * @typedef {object} Service
 * @property {string} url
 * @property {() => Promise<void>} stop also removes what it had stored
 */

/**
 * A private MariaDB that keeps every commit, as a real one must.
 * @param {readonly string[]} [options] more of them @returns {Promise<Service>}
 */
export async function startMariaDb(options = []) {
  const server = findProgram('mariadbd', 'mysqld');
  const installer = findProgram('mariadb-install-db', 'mysql_install_db');
  if (!server || !installer) throw new StepError('MariaDB is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-mariadb-'));
  const data = join(folder, 'data');
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const port = await anyFreePort();
  try {
    await runQuietly(installer, [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...asRoot,
    ]);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return startService({
    name: 'MariaDB',
    command: server,
    args: [
      '--no-defaults',
      `--datadir=${data}`,
      `--tmpdir=${temporary}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--innodb-flush-log-at-trx-commit=1',
      '--character-set-server=utf8mb4',
      '--max-connections=500',
      ...asRoot,
      ...options,
    ],
    folder,
    port,
    greeting: '',
    url: `mysql://root@127.0.0.1:${port}/`,
  });
}

/** A private Redis that stores nothing. @returns {Promise<Service>} */
export async function startRedis() {
  const server = findProgram('redis-server', 'valkey-server');
  if (!server) throw new StepError('Redis is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-redis-'));
  const port = await anyFreePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
  return startService({
    name: 'Redis',
    command: server,
    args: [...args, '--save', '', '--appendonly', 'no'],
    folder,
    port,
    greeting: 'PING\r\n',
    url: `redis://127.0.0.1:${port}`,
  });
}

/** An X display in memory, under a number that is free; `url` is its name. @returns {Promise<Service>} */
export async function startDisplay() {
  const server = findProgram('Xvfb');
  if (!server) throw new StepError('Xvfb is not installed');
  // It writes its number to file 3 once it is ready.
  const child = spawn(server, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const number = await new Promise((resolve) => {
    child.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
    for (const event of ['error', 'exit']) child.once(event, () => resolve(undefined));
  });
  if (number === undefined) throw new StepError('Xvfb did not start');
  return { url: `:${number}`, stop: () => end(child) };
}

/**
 * @param {{ name: string, command: string, args: string[], folder: string, port: number, greeting: string, url: string }} service
 * @returns {Promise<Service>}
 */
async function startService({ name, command, args, folder, port, greeting, url }) {
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  // In its own process group: Ctrl-C goes to the script, which stops the service last.
  const child = spawn(command, args, { stdio: ['ignore', output, output], detached: true });
  child.once('error', () => {});
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };

  const ready = { greeting, timeoutMs: READY_MS, isAlive: () => isAlive(child) };
  if (!(await waitUntilAnswering(port, ready))) {
    const printed = readFileSync(log, 'utf8');
    await stop();
    throw new StepError(`${name} did not start`, printed);
  }
  return { url, stop };
}

/** @param {import('node:child_process').ChildProcess} child */
const isAlive = (child) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/** Asks it to end, and kills it if it does not. @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  if (!isAlive(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })]);
  if (isAlive(child)) child.kill('SIGKILL');
}
