import { createRequire } from 'node:module';

// Here and in dist/ alike the manifest is one folder up.
const require = createRequire(import.meta.url);

export const VERSION = (require('../package.json') as { version: string }).version;
