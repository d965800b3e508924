import { createRequire } from 'node:module';
import type { Sequelize } from 'sequelize';
import { beforeAll } from 'vitest';

const require = createRequire(import.meta.url);

/** Makes opening a database fail in `x.pure.test.ts`: a test that needs one has to run on both databases. */
beforeAll(() => {
  // A test file that has not loaded Sequelize can't open a database, and loading it here would take 0.2 s.
  const loaded = require.cache[require.resolve('sequelize')]?.exports as
    | { Sequelize: typeof Sequelize }
    | undefined;
  loaded?.Sequelize.addHook('beforeInit', () => {
    throw new Error('x.pure.test.ts opens no database: name the file x.test.ts');
  });
});
