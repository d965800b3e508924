import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = join(SERVER, 'src/bots/knowledge/thread/knowledge-worker.ts');

function bundled(): string {
  // Inside the package, where its dependencies are found. Each test process has its own file.
  const folder = join(SERVER, 'node_modules/.cache/knowledge-worker');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${process.pid}.mjs`);
  buildSync({
    entryPoints: [SOURCE],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

/** Replaces `thread/worker-script.ts` in tests, because a thread can't run TypeScript. */
export const SCRIPT = pathToFileURL(bundled());
