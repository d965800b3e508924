import { createRequire } from 'node:module';

// The manifest is one folder up both here and in dist/.
const require = createRequire(import.meta.url);

export const VERSION = (require('../package.json') as { version: string }).version;
