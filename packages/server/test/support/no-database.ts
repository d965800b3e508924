import { createRequire } from 'node:module';
import type { Sequelize } from 'sequelize';
import { beforeAll } from 'vitest';

const require = createRequire(import.meta.url);

/** In `x.pure.test.ts`, opening a database fails: a test that needs one runs on both. */
beforeAll(() => {
  // What the test file has not loaded it can't open, and loading it here would take 0.2 s.
  const loaded = require.cache[require.resolve('sequelize')]?.exports as
    | { Sequelize: typeof Sequelize }
    | undefined;
  loaded?.Sequelize.addHook('beforeInit', () => {
    throw new Error('x.pure.test.ts opens no database: name the file x.test.ts');
  });
});
