import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { whyNotInstallable } from '../debian-packages.mjs';
import { ROOT } from '../paths.mjs';
import { StepError } from '../report.mjs';
import { runKept, runQuietly } from '../run.mjs';

/** The repository's clone on the started machine. */
const CLONE = 'root/chat-relay';
const BOOT_MS = 60_000;
const STOP_MS = 30_000;
/** Services that may run on this computer and are not part of the recipe. */
const FOREIGN_UNITS = ['mariadb', 'mysql', 'postgresql', 'redis-server', 'nginx', 'apache2'];
/** Environment variables that the machine's shell gets: without them it can't reach the registry in this network. */
const PASSED_ON = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

/** Why no machine can be started here, or undefined if one can. */
export function whyNoMachine() {
  const why = whyNotInstallable();
  if (why !== undefined) return why;
  const kinds = readFileSync('/proc/filesystems', 'utf8');
  return /\boverlay$/m.test(kinds) ? undefined : 'the kernel has no overlay file system';
}

/** @typedef {Awaited<ReturnType<typeof startMachine>>} Machine */

/**
 * Starts a second Debian with its own systemd, users and network. It sees the files of this one and changes only a
 * copy. Its network reaches nothing but this computer.
 */
export async function startMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'one-server-'));
  const name = `one-${process.pid}`;
  const link = `ve-${name}`.slice(0, 15);
  const net = `10.213.${process.pid % 250}`;
  const root = join(folder, 'root');
  for (const part of ['root', 'changes', 'work']) mkdirSync(join(folder, part));
  const layers = `lowerdir=/,upperdir=${folder}/changes,workdir=${folder}/work`;
  await runQuietly('mount', ['-t', 'overlay', 'overlay', '-o', layers, root]);
  prepare(root);
  const args = ['--boot', '--register=no', '--keep-unit', '--link-journal=no', '--network-veth'];
  const nspawn = spawn('systemd-nspawn', [`--directory=${root}`, `--machine=${name}`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [nspawn.stdout, nspawn.stderr]) {
    stream.on('data', (chunk) => (printed += chunk));
  }
  const ended = new Promise((resolve) => nspawn.once('close', resolve));

  const stop = async () => {
    nspawn.kill('SIGTERM');
    const isOver = await Promise.race([ended, wait(STOP_MS, 'late', { ref: false })]);
    if (isOver === 'late') nspawn.kill('SIGKILL');
    await ended;
    await runKept('umount', ['--lazy', root]);
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const leader = await leaderOf(nspawn, () => printed);
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      DEBIAN_FRONTEND: 'noninteractive',
      ...Object.fromEntries(PASSED_ON.flatMap((key) => pair(key, process.env[key]))),
    };
    const enter = ['--target', `${leader}`, '--mount', '--uts', '--ipc', '--net', '--pid'];

    /** Runs a line of a shell, as root would type it. @param {string} line @param {Record<string, string>} [more] */
    const attempt = (line, more = {}) =>
      new Promise((resolve) => {
        const shell = ['bash', '-c', `cd /${CLONE} && ${line}`];
        const options = { env: { ...env, ...more }, maxBuffer: 64 * 1024 * 1024 };
        execFile('nsenter', [...enter, ...shell], options, (error, stdout, stderr) =>
          resolve({ code: error ? (error.code ?? 1) : 0, stdout, output: stdout + stderr }),
        );
      });

    /**
     * @param {string} line @param {Record<string, string>} [more] @returns {Promise<string>} what it printed on stdout
     */
    const run = async (line, more) => {
      const { code, stdout, output } = await attempt(line, more);
      if (code !== 0) throw new StepError(`${line} (exit code ${code})`, output);
      return stdout;
    };

    await booted(attempt, () => printed);
    await runQuietly('ip', ['address', 'add', `${net}.1/24`, 'dev', link]);
    await runQuietly('ip', ['link', 'set', link, 'up']);
    await run(`ip address add ${net}.2/24 dev host0 && ip link set host0 up`);
    return {
      /** Address of this computer, which stands for the internet. */
      outside: `${net}.1`,
      address: `${net}.2`,
      attempt,
      run,
      /** @param {string} path */
      read: (path) => readFileSync(join(root, path), 'utf8'),
      /** @param {string} path @param {string} text */
      write: (path, text) => writeFileSync(join(root, path), text),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} key @param {string | undefined} value @returns {[string, string][]} */
const pair = (key, value) => (value === undefined ? [] : [[key, value]]);

/** A fresh Debian: no services of this one, and a clone with what is not committed yet. @param {string} root */
function prepare(root) {
  for (const unit of FOREIGN_UNITS) {
    const file = join(root, 'etc/systemd/system', `${unit}.service`);
    rmSync(file, { force: true });
    symlinkSync('/dev/null', file);
  }
  // Container images contain a policy-rc.d that keeps packages from starting their services.
  for (const path of ['usr/sbin/policy-rc.d', 'etc/chat-relay.env', 'opt/chat-relay', CLONE]) {
    rmSync(join(root, path), { recursive: true, force: true });
  }
  mkdirSync(join(root, CLONE), { recursive: true });
  const files = 'git ls-files -z --cached --others --exclude-standard';
  const copy = `${files} | tar --create --null --files-from=- --ignore-failed-read`;
  const line = `${copy} | tar --extract --directory "$1"`;
  execFileSync('bash', ['-c', line, 'copy', join(root, CLONE)], { cwd: ROOT, stdio: 'pipe' });
}

/**
 * The process of the machine's systemd.
 * @param {import('node:child_process').ChildProcess} nspawn @param {() => string} printed
 */
async function leaderOf({ pid, exitCode }, printed) {
  const deadline = Date.now() + BOOT_MS;
  while (Date.now() < deadline && exitCode === null) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const leader = children.find((child) => child !== '' && isSystemd(child));
    if (leader !== undefined) return leader;
    await wait(100);
  }
  throw new StepError('the second machine did not start', printed());
}

/** @param {string} pid */
function isSystemd(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'systemd';
  } catch {
    return false;
  }
}

/** @param {(line: string) => Promise<{ stdout: string }>} attempt @param {() => string} printed */
async function booted(attempt, printed) {
  const deadline = Date.now() + BOOT_MS;
  while (Date.now() < deadline) {
    const { stdout } = await attempt('systemctl is-system-running');
    if (['running', 'degraded'].includes(stdout.trim())) return;
    await wait(200);
  }
  throw new StepError('the second machine did not boot', printed());
}
