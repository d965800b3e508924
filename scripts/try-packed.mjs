// npm run try-packed: installs the packed packages as their users do, with a fresh HOME and no install scripts, starts
// the relay, and lets a visitor and an operator chat in Chromium, on this Node and on Node 24. Projects with React, Vue
// and CommonJS are built with the widget-sdk. It takes two or three minutes, and needs the registry.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SYSTEM_ADMIN } from './lib/demo-seed.mjs';
import { findChromium } from './lib/find-program.mjs';
import { installNode24, whyNoNode24 } from './lib/node24.mjs';
import { packPackages } from './lib/pack-packages.mjs';
import { anyFreePort } from './lib/ports.mjs';
import { runScript, say, step, StepError } from './lib/report.mjs';
import { runQuietly } from './lib/run.mjs';
import { chatInBrowser } from './lib/try-in-browser.mjs';
import { buildInFrameworks } from './lib/try-in-frameworks.mjs';

const READY_MS = 60_000;

await runScript(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-packed-'));
  try {
    const tarballs = join(folder, 'tarballs');
    mkdirSync(tarballs);
    await packPackages(tarballs);
    const files = readdirSync(tarballs).map((name) => join(tarballs, name));
    const { cwd, env } = await tryWith(dirname(process.execPath), join(folder, 'this-node'), files);
    await buildInFrameworks({ folder: cwd, env });
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
  // Without it, npm installs into the nearest folder above that has one.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
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
  const executablePath = findChromium();
  if (executablePath === undefined)
    say('The chat in Chromium is left out: Chromium is not installed');
  await serve(folder, env, async (relayUrl) => {
    if (executablePath === undefined) return;
    await step('a visitor and an operator send each other pictures in Chromium', () =>
      chatInBrowser({ relayUrl, folder, executablePath }),
    );
  });
  return { cwd: folder, env };
}

/** The named environment variables that are set. @param {string[]} names */
function given(...names) {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/**
 * Starts the relay, uses it, and has it drained.
 * @param {string} cwd @param {NodeJS.ProcessEnv} env @param {(relayUrl: string) => Promise<void>} use
 */
async function serve(cwd, env, use) {
  const port = await anyFreePort();
  const relayUrl = `http://127.0.0.1:${port}`;
  const admin = {
    SYSTEM_ADMIN_EMAIL: SYSTEM_ADMIN.email,
    SYSTEM_ADMIN_PASSWORD: SYSTEM_ADMIN.password,
  };
  const child = spawn('npx', ['--no-install', '@chat-relay/server'], {
    cwd,
    env: { ...env, ...admin, PORT: `${port}`, BASE_URL: relayUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let printed = '';
  child.stderr.on('data', (chunk) => (printed += chunk));
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    await step('npx @chat-relay/server serves', () => isReady(child, relayUrl));
    await use(relayUrl);
  } finally {
    // npx and the relay
    if (child.exitCode === null) process.kill(-(/** @type {number} */ (child.pid)), 'SIGTERM');
    await closed;
  }
  if (!printed.includes('"relay.stopped"')) throw new StepError('the relay did not drain', printed);
}

/** Waits until the relay is ready. @param {import('node:child_process').ChildProcess} child @param {string} relayUrl */
async function isReady(child, relayUrl) {
  const deadline = Date.now() + READY_MS;
  const answers = () =>
    fetch(`${relayUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new StepError('the relay does not serve');
    await wait(200);
  }
}
