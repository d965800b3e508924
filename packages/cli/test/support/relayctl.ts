import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const tsup = fileURLToPath(new URL('../../../../node_modules/.bin/tsup', import.meta.url));

export interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Builds relayctl once for the test file, beside its dependencies, and runs it as people do. */
export function setUpRelayctl() {
  let folder = '';
  beforeAll(() => {
    const cache = join(packageFolder, 'node_modules', '.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'relayctl-'));
    execFileSync(tsup, ['--out-dir', folder, '--silent'], { cwd: packageFolder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (args: readonly string[], env: NodeJS.ProcessEnv) =>
    spawn(process.execPath, [join(folder, 'main.js'), ...args], { env: cleanEnv(env) });

  return {
    script: () => join(folder, 'main.js'),
    start,
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

export function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: '/nonexistent', TZ: 'UTC', ...env };
}
