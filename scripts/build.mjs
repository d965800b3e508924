// npm run build [-- --types]. Publishing needs the types; nothing else does.
import { buildAll } from './lib/build-packages.mjs';
import { runScript } from './lib/report.mjs';

const types = process.argv.includes('--types');
await runScript(() => buildAll({ types }));
