import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, onTestFinished } from 'vitest';
import { buildOnce } from '../../../server/test/support/build-once';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const tsup = fileURLToPath(new URL('../../../../node_modules/.bin/tsup', import.meta.url));

export interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Parses the output of a command with `--json`. */
export const jsonOf = ({ stdout }: { stdout: string }) =>
  JSON.parse(stdout) as Record<string, unknown>;

/** Builds relayctl once for the test file, next to its dependencies, and runs it as people do. */
export function setUpRelayctl() {
  let folder = '';
  beforeAll(async () => {
    folder = await buildOnce('cli', (building) => {
      execFileSync(tsup, ['--out-dir', building, '--silent'], { cwd: packageFolder });
    });
  });

  const start = (args: readonly string[], env: NodeJS.ProcessEnv) =>
    spawn(process.execPath, [join(folder, 'main.js'), ...args], { env: cleanEnv(env) });

  return {
    /** Path of its entry, for tests that start it in another way. */
    main: () => join(folder, 'main.js'),
    start,
    /** Starts relayctl in a real terminal of 24 lines, which util-linux's `script` provides. */
    startInTerminal: (args: string, env: NodeJS.ProcessEnv, columns = 80) => {
      const main = join(folder, 'main.js');
      const command = `stty cols ${columns} rows 24; exec ${process.execPath} ${main} ${args}`;
      const child = spawn(
        '/usr/bin/script',
        ['--quiet', '--return', '--command', command, '/dev/null'],
        { env: cleanEnv({ SHELL: '/bin/sh', TERM: 'xterm', ...env }) },
      );
      onTestFinished(() => void child.kill('SIGKILL'));
      let output = '';
      child.stdout.on('data', (chunk) => (output += String(chunk)));
      return {
        ended: new Promise<number | null>((resolve) => child.on('close', resolve)),
        output: () => output,
        type: (text: string) => child.stdin.write(text),
      };
    },
    run: (
      args: readonly string[],
      { env = {}, stdin = '' }: { env?: NodeJS.ProcessEnv; stdin?: string } = {},
    ): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        const child = start(args, env);
        let stdout = '';
        let stderr = '';
        child.stdout.on('data', (chunk) => (stdout += String(chunk)));
        child.stderr.on('data', (chunk) => (stderr += String(chunk)));
        child.on('error', reject);
        child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
        child.stdin.end(stdin);
      }),
  };
}

/** A config folder of its own, so that no test sees the logins of another or of its author. */
export function configFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'relayctl-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: '/nonexistent', TZ: 'UTC', ...env };
}
