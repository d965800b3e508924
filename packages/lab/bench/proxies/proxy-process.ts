import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { findProgram } from '../../../../scripts/lib/find-program.mjs';
import { anyFreePort } from '../../../../scripts/lib/ports.mjs';
import { CERTIFICATES, TEST_KEY } from '../../../server/test/support/certificates';
import { atEnd } from '../support/at-end';
import { configurationFor, type ProxyKind } from './kinds';

export interface ProxyProcess {
  /** `https:`. */
  url: string;
  httpPort: number;
  httpsPort: number;
  /** Sends SIGTERM and returns everything that the proxy has logged to files and to its output. */
  stop(): Promise<string>;
}

const READY_MS = 10_000;
/** Where this program's bundle is, in node_modules/.cache/bench of the package. */
const CONFIGURATIONS = fileURLToPath(new URL('../../../../../deploy/proxies', import.meta.url));

/** Starts a proxy with the configuration that is shipped, on ports of its own. */
export async function startProxy(
  kind: ProxyKind,
  relays: readonly [string, string],
): Promise<ProxyProcess> {
  const program = findProgram(kind.program);
  if (program === undefined) throw new Error(`${kind.name} is not installed`);
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-proxy-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const place = {
    folder,
    relays,
    httpPort: await anyFreePort(),
    httpsPort: await anyFreePort(),
    certificate: write('certificate.pem', CERTIFICATES.valid),
    key: write('key.pem', TEST_KEY),
    both: write('both.pem', CERTIFICATES.valid + TEST_KEY),
  };
  const text = readFileSync(join(CONFIGURATIONS, kind.file), 'utf8');
  const configuration = write(kind.file, configurationFor(kind, text, place));
  const main = kind.wrap ? write('main.conf', kind.wrap(configuration, place)) : configuration;

  const output = openSync(join(folder, 'output.log'), 'a');
  const child = spawn(program, kind.command(main), {
    stdio: ['ignore', output, output],
    detached: true, // Ctrl-C goes to this program, which ends it
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const exited = once(child, 'exit');
  const logs = (): string =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.log') && statSync(path).isFile())
      .map((path) => readFileSync(path, 'utf8'))
      .join('');
  const stop = async (): Promise<string> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await Promise.race([exited, wait(5_000, undefined, { ref: false })]);
      child.kill('SIGKILL');
    }
    return logs();
  };
  atEnd(stop);

  const url = `https://localhost:${place.httpsPort}`;
  const deadline = Date.now() + READY_MS;
  while (!(await answers(`${url}/openapi.json`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`${kind.name} did not start:\n${await stop()}`);
    }
    await wait(100);
  }
  return { url, httpPort: place.httpPort, httpsPort: place.httpsPort, stop };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
