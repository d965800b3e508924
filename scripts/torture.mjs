// npm run torture [-- arguments]: crashes and cuts under load, then reads back what was promised.
import { runBenches } from './lib/bench-runner.mjs';
import { runScript } from './lib/report.mjs';

await runScript(() => runBenches(['torture'], process.argv.slice(2)));
