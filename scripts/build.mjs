import { buildAll } from './lib/build-packages.mjs';
import { runScript } from './lib/report.mjs';

await runScript(buildAll);
