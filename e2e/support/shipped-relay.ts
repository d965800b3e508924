import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../../packages/server/test/support/relay-start';

/** The server's build, laid out as in its package. */
export const DIST = fileURLToPath(new URL('../../packages/server/dist/', import.meta.url));

/** Starts it in a process of its own, with a database of its own. */
export async function startShippedRelay(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-shipped-'));
  const start = startProcess(join(DIST, 'main.js'), { PORT: '0', DATA_DIR: dataDir });
  const end = await start.listensOrEnds;
  if (end !== 'listens') throw new Error(end.text);
  const url = /"address":"([^"]+)"/.exec(start.text())?.[1] ?? '';
  return {
    url,
    stop: async () => {
      await start.terminate();
      rmSync(dataDir, { recursive: true });
    },
  };
}
