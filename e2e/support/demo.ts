import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start`, in its own folder and on its own ports. */
export interface Demo {
  shopUrl: string;
  relayUrl: string;
  relayPort: number;
  dataFolder: string;
  /** Everything it printed, without colours. */
  output(): string;
  /** The lines that the tenant's backend printed, one for each verified event. */
  backendLines(): string[];
  stop(): Promise<void>;
}

function spawnDemo(folder: string, firstPort: number): ChildProcess {
  return spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NO_COLOR: '1',
      DEMO_DATA_DIR: folder,
      PORT: String(firstPort),
      SHOP_PORT: String(firstPort + 1),
      BACKEND_PORT: String(firstPort + 2),
    },
  });
}

/** A refused `npm start`: its output and exit code. */
export async function failDemo(folder: string, firstPort: number) {
  const child = spawnDemo(folder, firstPort);
  const output = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

export async function startDemo(firstPort: number): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-demo-'));
  const child = spawnDemo(folder, firstPort);
  const output = collect(child);
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(() => output().includes('Documents'), 'the demo runs', output);
  } catch (error) {
    await stop();
    throw error;
  }
  const urlOf = (word: RegExp) => word.exec(output())?.[1] ?? '';
  const relayUrl = urlOf(/API\s+(http:\/\/[\d.]+:\d+)/);
  return {
    relayUrl,
    relayPort: Number(new URL(relayUrl).port),
    dataFolder: folder,
    shopUrl: urlOf(/Shop\s+(http:\/\/[\d.]+:\d+)/),
    output,
    backendLines: () =>
      output()
        .split('\n')
        .filter((line) => /^backend \d\d:/.test(line)),
    stop,
  };
}

/** A terminal with an operator's `relayctl inbox` in it. */
export interface Terminal {
  type(text: string): void;
  /** Everything printed so far, escape sequences included. */
  output(): string;
  /** Waits for a text that is printed after the last keys were typed. */
  shows(text: string): Promise<void>;
  close(): void;
}

export const KEYS = { enter: '\r', escape: '\u001b' } as const;

export async function signIn(relayUrl: string, configFolder: string): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'packages/cli/dist/main.js'),
      'login',
      '--url',
      relayUrl,
      '--email',
      'operator@shop.example',
    ],
    {
      env: {
        ...process.env,
        XDG_CONFIG_HOME: configFolder,
        RELAY_PASSWORD: 'demo-operator-password',
      },
    },
  );
  const output = collect(child);
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`relayctl login ended with ${code}: ${output()}`);
}

/** Starts `relayctl inbox` in a pseudo-terminal, because the inbox draws only on a terminal. */
export function openInbox(relayUrl: string, configFolder: string): Terminal {
  const command = `stty cols 110 rows 32; '${process.execPath}' packages/cli/dist/main.js inbox --url ${relayUrl}`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd: ROOT,
    env: { ...process.env, XDG_CONFIG_HOME: configFolder, TERM: 'xterm', NO_COLOR: '1' },
  });
  const output = collect(child);
  let typedAt = 0;
  return {
    type: (text) => {
      typedAt = output().length;
      child.stdin.write(text);
    },
    output,
    shows: (text) =>
      until(() => output().includes(text, typedAt), `the inbox shows "${text}"`, output),
    close: () => void child.kill(),
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

const PATIENCE_MS = 40_000;

async function until(isSo: () => boolean, what: string, output: () => string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what}: did not happen in time\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
