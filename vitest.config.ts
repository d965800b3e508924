import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

const source = (path: string): string =>
  fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

const serverTests = ['packages/server/test/**/*.test.ts'];

const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: { name: 'unit', include: ['packages/{receiver-sdk,widget-sdk,cli}/test/**/*.test.ts'] },
  },
  {
    extends: true,
    test: { name: 'server-sqlite', include: serverTests, env: { TEST_DATABASE: 'sqlite' } },
  },
];

if (process.env['TEST_MYSQL_URL']) {
  projects.push({
    extends: true,
    test: { name: 'server-mysql', include: serverTests, env: { TEST_DATABASE: 'mysql' } },
  });
}

if (process.env['CHROMIUM_PATH']) {
  projects.push({
    extends: true,
    test: {
      name: 'browser',
      include: ['e2e/**/*.test.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // After the others: a browser beside four busy workers is slow enough to look broken.
      sequence: { groupOrder: 1 },
    },
  });
}

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@chat-relay\/widget-sdk\/frames$/,
        replacement: source('widget-sdk/src/frames.ts'),
      },
      { find: /^@chat-relay\/widget-sdk$/, replacement: source('widget-sdk/src/index.ts') },
      { find: /^@chat-relay\/receiver-sdk$/, replacement: source('receiver-sdk/src/index.ts') },
      { find: /^@chat-relay\/server$/, replacement: source('server/src/server.ts') },
    ],
  },
  test: {
    projects,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
  },
});
