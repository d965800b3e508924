// npm run try-packed: installs the packed server as its users do, with a fresh HOME and no install scripts, and starts
// it, on this Node and on Node 24. It takes a minute or two, and needs the registry.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installNode24, whyNoNode24 } from './lib/node24.mjs';
import { packPackages } from './lib/pack-packages.mjs';
import { anyFreePort } from './lib/ports.mjs';
import { runScript, say, step, StepError } from './lib/report.mjs';
import { runQuietly } from './lib/run.mjs';

const READY_MS = 60_000;

await runScript(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-packed-'));
  try {
    const tarballs = join(folder, 'tarballs');
    mkdirSync(tarballs);
    await packPackages(tarballs);
    const files = readdirSync(tarballs).map((name) => join(tarballs, name));
    await tryWith(dirname(process.execPath), join(folder, 'this-node'), files);
    const why = whyNoNode24();
    if (why === undefined) await tryWith(await installNode24(), join(folder, 'node24'), files);
    else say(`Node 24 is left out: ${why}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @param {string} programs the folder of Node @param {string} folder @param {string[]} tarballs */
async function tryWith(programs, folder, tarballs) {
  mkdirSync(folder);
  const env = {
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    HOME: folder,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_ignore_scripts: 'true',
    // The machine's own authorities and proxy, if it needs them to reach the registry.
    ...given('NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'),
  };
  const version = (await runQuietly('node', ['--version'], { env })).trim();
  await step(`install on Node ${version}, without install scripts`, () =>
    runQuietly('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd: folder, env }),
  );
  for (const name of ['@chat-relay/server', '@chat-relay/cli']) {
    await step(`npx ${name} --version`, () =>
      runQuietly('npx', ['--no-install', name, '--version'], { cwd: folder, env }),
    );
  }
  await step('npx @chat-relay/server serves', () => serves(folder, env));
}

/** Those that are set. @param {string[]} names */
function given(...names) {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Until the relay is ready; then it drains. @param {string} cwd @param {NodeJS.ProcessEnv} env */
async function serves(cwd, env) {
  const port = await anyFreePort();
  const child = spawn('npx', ['--no-install', '@chat-relay/server'], {
    cwd,
    env: { ...env, PORT: `${port}` },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let printed = '';
  child.stderr.on('data', (chunk) => (printed += chunk));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const deadline = Date.now() + READY_MS;
  while (child.exitCode === null && Date.now() < deadline && !(await isReady(port)))
    await wait(200);
  // npx and the relay
  if (child.exitCode === null) process.kill(-(/** @type {number} */ (child.pid)), 'SIGTERM');
  await closed;
  if (!printed.includes('"relay.listening"'))
    throw new StepError('the relay does not serve', printed);
  if (!printed.includes('"relay.stopped"')) throw new StepError('the relay did not drain', printed);
}

/** @param {number} port */
function isReady(port) {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
