/** Tests that only `npm run test:all` runs: they kill relays under load, or wait for many seconds of real time. */
export const LONG_TESTS = [
  'packages/server/test/crash/*.test.ts',
  'packages/server/test/start/backup.test.ts',
  'packages/server/test/start/database-away.mysql.test.ts',
  'packages/server/test/nodes/key-rotation.mysql.test.ts',
  'packages/server/test/compliance/retention-relay.test.ts',
  'packages/server/test/conversations/widget-socket/idle-tenants.sqlite.test.ts',
  '**/*killed.test.ts',
  'e2e/widget-lossy-line.test.ts',
];

/**
 * Rooms in which MariaDB and SQLite differ: statements, locks, collations, isolation, several nodes. `npm test` runs
 * them on both, in addition to each `x.mysql.test.ts`; `npm run test:all` runs every room on both.
 */
const MYSQL_ROOMS = [
  'callbacks/outbox',
  'callbacks/worker',
  'compliance',
  'conversations/journal',
  'conversations/imports',
  'nodes',
  'platform/storage',
  'reports',
  'search',
];

/** @param {string} folder of the server's tests */
export const mysqlFiles = (folder) => [
  `${folder}/**/*.mysql.test.ts`,
  ...MYSQL_ROOMS.map((room) => `${folder}/${room}/**/*.test.ts`),
];
