import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_TESTS, mysqlFiles } from './scripts/lib/test-scope.mjs';

const source = (path: string): string =>
  fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

const SERVER_FOLDER = 'packages/server/test';
const SERVER_TESTS = `${SERVER_FOLDER}/**/*`;

/** Whether all that `npm test` runs is wanted. A file that is named on the command line runs in any case. */
const isShort = process.env['TEST_SCOPE'] === 'short';
const left = isShort ? LONG_TESTS : [];

/** Test files share the modules of a worker: loading them takes longer than the tests of most files. */
const isolate = false;

/** The server's tests that open no database: they run once, not once for each database. */
const pureServerTests: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'server-pure',
    isolate,
    include: [`${SERVER_TESTS}.pure.test.ts`],
    setupFiles: ['packages/server/test/support/no-database.ts'],
  },
};

/**
 * The others on one database, without those that are named for the other one, such as
 * `x.mysql.test.ts`. What their relays print is kept, and searched for secrets.
 */
const serverTests = (database: 'sqlite' | 'mysql'): TestProjectConfiguration => ({
  extends: true,
  test: {
    name: `server-${database}`,
    isolate,
    include:
      isShort && database === 'mysql' ? mysqlFiles(SERVER_FOLDER) : [`${SERVER_TESTS}.test.ts`],
    exclude: [
      '**/*.pure.test.ts',
      `**/*.${database === 'sqlite' ? 'mysql' : 'sqlite'}.test.ts`,
      ...left,
    ],
    env: {
      TEST_DATABASE: database,
      TEST_PRINTED_DIR: join(tmpdir(), `chat-relay-printed-${database}-${process.pid}`),
    },
    setupFiles: ['packages/server/test/support/printed/watch.ts'],
    globalSetup: ['packages/server/test/support/printed/check.ts'],
  },
});

/**
 * Starts the files first that take longest, because they wait for processes and leases: at the end, one of them would
 * keep a worker busy for two minutes while the others have nothing left.
 */
const LONGEST = /packages\/(server\/test\/(crash|start)\/|cli\/test\/commands\/callbacks\/listen)/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'unit',
      isolate,
      include: ['{packages/{receiver-sdk,widget-sdk,cli,console,desk},scripts}/test/**/*.test.ts'],
      exclude: left,
    },
  },
  pureServerTests,
  serverTests('sqlite'),
];

if (process.env['TEST_MYSQL_URL']) projects.push(serverTests('mysql'));

const browserTests = {
  isolate,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  // After the others: a browser together with busy workers is so slow that tests time out.
  sequence: { groupOrder: 1 },
  maxWorkers: 2,
};

const ENGINE_TESTS = 'e2e/engines/**/*.test.ts';
const PAGE_TESTS = 'e2e/pages/**/*.test.ts';

/** The tests that run in every engine, in this one. */
const engineTests = (engine: 'chromium' | 'firefox' | 'webkit'): TestProjectConfiguration => ({
  extends: true,
  test: {
    ...browserTests,
    name: `engine-${engine}`,
    include: [ENGINE_TESTS],
    env: { TEST_ENGINE: engine },
  },
});

if (process.env['CHROMIUM_PATH']) {
  projects.push({
    extends: true,
    test: {
      ...browserTests,
      name: 'browser',
      include: ['e2e/**/*.test.ts'],
      exclude: [ENGINE_TESTS, PAGE_TESTS, ...left],
    },
  });
}
if (process.env['CHROMIUM_PATH'] && !isShort) projects.push(engineTests('chromium'));
if (process.env['CHROMIUM_PATH'] && process.env['TEST_PAGE_LIBRARIES']) {
  projects.push({
    extends: true,
    test: { ...browserTests, name: 'pages', include: [PAGE_TESTS] },
  });
}

if (process.env['FIREFOX_PATH']) projects.push(engineTests('firefox'));
if (process.env['TEST_WEBKIT_DISPLAY']) projects.push(engineTests('webkit'));

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@chat-relay\/widget-sdk\/frames$/,
        replacement: source('widget-sdk/src/frames.ts'),
      },
      {
        find: /^@chat-relay\/widget-sdk\/languages$/,
        replacement: source('widget-sdk/src/languages.ts'),
      },
      {
        find: /^@chat-relay\/widget-sdk\/texts$/,
        replacement: source('widget-sdk/src/widget/locales/all.ts'),
      },
      { find: /^@chat-relay\/widget-sdk$/, replacement: source('widget-sdk/src/index.ts') },
      {
        find: /^@chat-relay\/receiver-sdk\/signature$/,
        replacement: source('receiver-sdk/src/signature.ts'),
      },
      { find: /^@chat-relay\/receiver-sdk$/, replacement: source('receiver-sdk/src/index.ts') },
      {
        find: /^\.\/worker-script$/,
        replacement: source('server/test/support/knowledge-worker.ts'),
      },
      { find: /^@chat-relay\/server$/, replacement: source('server/src/server.ts') },
    ],
  },
  test: {
    projects,
    // Each project would transform the same sources again, and so would the next run.
    experimental: { fsModuleCache: true },
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // On two cores, which three leave idle for a quarter of the time: many tests wait for a process, a time limit or a lease.
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
  },
});
