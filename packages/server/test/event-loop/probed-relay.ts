import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleRelay } from '../support/bundled-relay';

/** The relay's program in a process of its own, whose turns are measured. */
export interface ProbedRelay {
  url: string;
  /** How long the longest turn of the relay's main thread took since the last call, in ms. */
  longestTurnMs(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}

const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));

export async function startProbedRelay(env: Record<string, string>): Promise<ProbedRelay> {
  const { script } = await bundleRelay();
  const child = spawn(process.execPath, ['--import', PROBE, script], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const closed = once(child, 'close');
  let printed = '';
  const address = new Promise<string>((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', (piece: string) => {
      printed = `${printed}${piece}`.slice(-20_000);
      const [, found] = /"address":"([^"]+)"/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    void closed.then(() => reject(new Error(`the relay ended: ${printed}`)));
  });
  const longest = async (): Promise<number> => {
    child.send('longest');
    const [answer] = await Promise.race([
      once(child, 'message') as Promise<unknown[]>,
      closed.then(() => {
        throw new Error(`the relay ended: ${printed}`);
      }),
    ]);
    return Number(answer);
  };
  const url = await address;
  await longest(); // what the start took
  return {
    url,
    longestTurnMs: async (work) => {
      await work();
      return longest();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
