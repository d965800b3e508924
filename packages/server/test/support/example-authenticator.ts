import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The program's file. */
export const EXAMPLE_AUTHENTICATOR = fileURLToPath(
  new URL('../../../../examples/totp-authenticator/src/main.mjs', import.meta.url),
);

export interface ExampleAuthenticator {
  /** Settings with which a relay uses this authenticator. */
  env: Record<string, string>;
  /** @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts the authenticator of the examples as its own process. */
export async function startExampleAuthenticator(): Promise<ExampleAuthenticator> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-totp-'));
  const child = spawn(process.execPath, [EXAMPLE_AUTHENTICATOR], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_FILE: join(folder, 'totp.json') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const env: Record<string, string> = {};
  // It prints the three settings that it wants the relay to have.
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(AUTHENTICATOR_\w+)=(.+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) env[name] = value;
    if (Object.keys(env).length === 3) break;
  }
  child.stdout.resume();
  return {
    env,
    stop: async () => {
      const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const code = await exited;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
