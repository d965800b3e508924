// npm start: the relay with a demo shop around it, everything on this machine.
// npm run dev: the same, rebuilt and restarted after each edit.
import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildAll } from './lib/build-packages.mjs';
import { createChildren } from './lib/children.mjs';
import { OPERATOR, seedDemo, SYSTEM_ADMIN } from './lib/demo-seed.mjs';
import { interruption } from './lib/interruption.mjs';
import { inRoot } from './lib/paths.mjs';
import { freePortFrom } from './lib/ports.mjs';
import { paint, runScript, say, step, StepError } from './lib/report.mjs';
import { watchPackages } from './lib/watch-packages.mjs';

const dataFolder = resolve(process.env.DEMO_DATA_DIR ?? inRoot('data'));
const relayScript = inRoot('packages/server/dist/main.js');

// In any shell environment the demo is local, uses the embedded database, and sends no mail.
const INHERITED = ['PATH', 'HOME', 'LANG', 'TZ', 'NODE_OPTIONS', 'LOG_LEVEL'];
/** Only for the relay: an authenticator, such as `examples/totp-authenticator`, and the break-glass key. */
const FOR_RELAY = [
  'ADMIN_KEY',
  'AUTHENTICATOR_URL',
  'AUTHENTICATOR_TENANT_ID',
  'AUTHENTICATOR_TENANT_SECRET',
];
/** @param {string[]} names */
const inherited = (names) => Object.fromEntries(names.map((name) => [name, process.env[name]]));
const baseEnv = inherited(INHERITED);

/** The preferred port of each part, and the variable that sets another one. */
const WANTED_PORTS = /** @type {const} */ ([
  { name: 'relay', variable: 'PORT', usual: 8080 },
  { name: 'shop', variable: 'SHOP_PORT', usual: 8081 },
  { name: 'backend', variable: 'BACKEND_PORT', usual: 8082 },
]);

async function choosePorts() {
  const wanted = WANTED_PORTS.map(({ name, variable, usual }) => {
    const first = Number(process.env[variable] ?? usual);
    if (Number.isInteger(first) && first >= 1 && first <= 65_435) return { name, first };
    throw new StepError(`${variable} must be a whole number from 1 to 65435`);
  });
  const reserved = new Set(wanted.map(({ first }) => first));
  const ports = { relay: 0, shop: 0, backend: 0 };
  for (const { name, first } of wanted) {
    reserved.delete(first);
    const port = await freePortFrom(first, reserved);
    reserved.add(port);
    if (port !== first) say(`port ${first} is in use: the ${name} uses ${port}`);
    ports[name] = port;
  }
  return ports;
}

function makeDataFolder() {
  try {
    mkdirSync(dataFolder, { recursive: true });
  } catch (error) {
    throw new StepError(`DEMO_DATA_DIR can't be made: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {{ relayUrl: string, shopUrl: string }} addresses */
function sayWhatToDo({ relayUrl, shopUrl }) {
  const relayctl = 'node packages/cli/dist/main.js';
  /** @param {string} email */
  const login = (email) => `${relayctl} login --url ${relayUrl} --email ${email}`;
  say(`
${paint('bold', 'The demo runs.')} Ctrl-C stops it. Data is stored in ${dataFolder}.

  Console     ${paint('cyan', `${relayUrl}/console/`)}
              answer visitors in the browser; the sign-in page shows the code
  Operator    ${OPERATOR.email}   password ${OPERATOR.password}
  Super-admin ${SYSTEM_ADMIN.email}      password ${SYSTEM_ADMIN.password}

  Shop        ${paint('cyan', shopUrl)}
              ask "Quels sont vos délais de livraison ?", then something else
  Terminal    the same inbox in a second terminal:
              ${paint('cyan', login(OPERATOR.email))}
              ${paint('cyan', `${relayctl} inbox`)}
              and as the super-admin, such as callbacks, members and audit:
              ${paint('cyan', `${login(SYSTEM_ADMIN.email)} --profile admin`)}
              ${paint('cyan', `${relayctl} callback test --tenant Shop --profile admin`)}
  API         ${relayUrl}/docs
  Documents   README.md, docs/PROTOCOL.md
`);
}

/** @param {ReturnType<typeof createChildren>} children */
async function startDemo(children) {
  const ports = await choosePorts();
  const relayUrl = `http://127.0.0.1:${ports.relay}`;
  const shopUrl = `http://127.0.0.1:${ports.shop}`;
  const backendUrl = `http://127.0.0.1:${ports.backend}`;
  makeDataFolder();

  await step('start the relay', () =>
    children.start({
      name: 'relay',
      colour: 'cyan',
      script: relayScript,
      // A .env file of the repository configures what you run by hand, not the demo.
      cwd: dataFolder,
      readyUrl: `${relayUrl}/readyz`,
      env: {
        ...baseEnv,
        ...inherited(FOR_RELAY),
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
        ENV: 'local',
        PORT: `${ports.relay}`,
        BASE_URL: relayUrl,
        DATA_DIR: dataFolder,
        SYSTEM_ADMIN_EMAIL: SYSTEM_ADMIN.email,
        SYSTEM_ADMIN_PASSWORD: SYSTEM_ADMIN.password,
      },
    }),
  );
  const memoryFile = join(dataFolder, 'demo.json');
  const demo = await step('seed workspace, tenant, bot and operator', () =>
    seedDemo({ relayUrl, shopPort: ports.shop, backendUrl, memoryFile }),
  );
  await step('start the shop and its backend', () =>
    Promise.all([
      children.start({
        name: 'backend',
        colour: 'yellow',
        script: inRoot('examples/shop-backend/src/main.mjs'),
        cwd: inRoot('examples/shop-backend'),
        readyUrl: `${backendUrl}/healthz`,
        env: {
          ...baseEnv,
          PORT: `${ports.backend}`,
          TENANT_ID: demo.tenant_id,
          TENANT_SECRET: demo.tenant_secret,
        },
      }),
      children.start({
        name: 'shop',
        colour: 'magenta',
        script: inRoot('examples/shop/src/main.mjs'),
        cwd: inRoot('examples/shop'),
        readyUrl: shopUrl,
        env: {
          ...baseEnv,
          PORT: `${ports.shop}`,
          RELAY_URL: relayUrl,
          TENANT_ID: demo.tenant_id,
          WIDGET_KEY: demo.widget_public_key,
        },
      }),
    ]),
  );
  return { relayUrl, shopUrl };
}

await runScript(async () => {
  const args = process.argv.slice(2);
  const isWatching = args.includes('--watch');
  const unknown = args.find((arg) => arg !== '--watch');
  if (unknown !== undefined) throw new StepError(`npm start takes no ${unknown}`);
  await buildAll();
  const stopping = new AbortController();
  const interrupted = interruption();
  const children = createChildren(stopping.signal);
  interrupted.addEventListener('abort', () => stopping.abort());
  const untilInterrupted = new Promise((resolve) => {
    interrupted.addEventListener('abort', resolve);
  });
  // Keeps the process alive, independent of the children.
  const alive = setInterval(() => {}, 60_000);
  /** @param {string} from @param {string} to */
  const serveNew = (from, to) => () => {
    cpSync(inRoot(`packages/${from}/dist`), inRoot(`packages/server/dist/${to}`), {
      recursive: true,
    });
    children.restart('relay'); // it reads the files when it starts
  };
  try {
    const addresses = await startDemo(children);
    if (!interrupted.aborted) sayWhatToDo(addresses);
    if (isWatching) {
      watchPackages(
        {
          server: () => children.restart('relay'),
          'receiver-sdk': () => ['relay', 'backend'].forEach(children.restart),
          'widget-sdk': serveNew('widget-sdk', 'widget'),
          console: serveNew('console', 'console'),
        },
        stopping.signal,
      );
    }
    await untilInterrupted;
    say('\nstopping');
  } catch (error) {
    if (!interrupted.aborted) throw error;
  } finally {
    clearInterval(alive);
    stopping.abort();
    await children.stop();
  }
});
