import { existsSync } from 'node:fs';
import { installPackages, whyNotInstallable } from './debian-packages.mjs';
import { findChromium, findProgram } from './find-program.mjs';
import { paint, say, sayFailure, step } from './report.mjs';
import { startDisplay, startMariaDb, startRedis } from './services.mjs';

const findFirefox = () =>
  findProgram(
    ...(process.env.FIREFOX_PATH ? [process.env.FIREFOX_PATH] : []),
    'firefox-esr',
    'firefox',
  );

const LIBRARIES = '/usr/share/javascript';
/** Old libraries that npm does not have. */
const PAGE_LIBRARIES = [
  `${LIBRARIES}/prototype/prototype.js`,
  `${LIBRARIES}/mootools/mootools-core-nc.js`,
  `${LIBRARIES}/mootools/mootools-more-nc.js`,
];

/**
 * Programs that the tests need in addition to Node: the Debian packages that provide them, and the suites that need
 * them.
 */
export const NEEDS = [
  {
    name: 'MariaDB',
    debianPackages: ['mariadb-server'],
    suites: 'server on MariaDB',
    isThere: () => Boolean(findProgram('mariadbd', 'mysqld') && findProgram('mariadb-install-db')),
    variable: 'TEST_MYSQL_URL',
    start: startMariaDb,
  },
  {
    name: 'Redis',
    debianPackages: ['redis-server'],
    suites: 'several nodes over Redis',
    isThere: () => Boolean(findProgram('redis-server', 'valkey-server')),
    variable: 'TEST_REDIS_URL',
    start: startRedis,
  },
  {
    name: 'Chromium',
    debianPackages: ['chromium', 'chromium-headless-shell'],
    suites: 'browser, engine-chromium',
    isThere: () => Boolean(findChromium()),
    variable: 'CHROMIUM_PATH',
    start: async () => ({ url: findChromium() ?? '', stop: async () => {} }),
  },
  {
    name: 'Firefox',
    debianPackages: ['firefox-esr'],
    suites: 'engine-firefox',
    isThere: () => Boolean(findFirefox()),
    variable: 'FIREFOX_PATH',
    start: async () => ({ url: findFirefox() ?? '', stop: async () => {} }),
  },
  {
    name: 'WebKitGTK',
    debianPackages: ['webkit2gtk-driver', 'xvfb'],
    suites: 'engine-webkit',
    isThere: () => Boolean(findProgram('WebKitWebDriver') && findProgram('Xvfb')),
    variable: 'TEST_WEBKIT_DISPLAY',
    start: startDisplay,
  },
  {
    name: 'Prototype.js and MooTools',
    debianPackages: ['libjs-prototype', 'libjs-mootools'],
    suites: 'pages',
    isThere: () => PAGE_LIBRARIES.every((path) => existsSync(path)),
    variable: 'TEST_PAGE_LIBRARIES',
    start: async () => ({ url: LIBRARIES, stop: async () => {} }),
  },
];

/** @typedef {(typeof NEEDS)[number]} Need */
/** @typedef {{ suites: string, reason: string }} LeftOut */

/** Installs what is missing, where that is possible. @param {readonly Need[]} needs */
async function installMissing(needs) {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length === 0 || whyNotInstallable() !== undefined) return;
  const names = missing.flatMap((need) => need.debianPackages);
  await step(`install ${names.join(', ')}`, () => installPackages(names)).catch(sayFailure);
}

/**
 * Starts what the tests need and returns the variables with its addresses. What is not available is
 * named in `leftOut`, and its variable stays unset.
 * @param {readonly Need[]} needs
 */
export async function startEnvironment(needs = NEEDS) {
  await installMissing(needs);
  /** @type {Record<string, string | undefined>} */
  const variables = {};
  /** @type {LeftOut[]} */
  const leftOut = [];
  /** @type {(() => Promise<void>)[]} */
  const stops = [];

  await Promise.all(
    needs.map(async ({ name, debianPackages, suites, isThere, variable, start }) => {
      variables[variable] = undefined;
      if (!isThere()) {
        const obstacle = whyNotInstallable();
        const packages = debianPackages.join(', ');
        const why = obstacle ? `; can't install ${packages} here: ${obstacle}` : '';
        leftOut.push({ suites, reason: `${name} is missing${why}` });
        return;
      }
      try {
        const service = await step(`bring up ${name}`, start);
        variables[variable] = service.url;
        stops.push(service.stop);
      } catch (error) {
        sayFailure(error);
        leftOut.push({ suites, reason: `${name} did not start` });
      }
    }),
  );
  for (const { suites, reason } of leftOut) {
    say(`${paint('yellow', 'left out')}  ${suites}: ${reason}`);
  }
  const stop = async () => {
    await Promise.all(stops.map((each) => each()));
  };
  return { variables, leftOut, stop };
}
