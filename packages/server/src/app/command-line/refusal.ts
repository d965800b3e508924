import { ConfigError } from '../../config/config-error';

/** What went wrong, as a line for people. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
}

/** The exit code is 0, or 1 with one line on stderr. */
export async function withOneLine(work: () => Promise<void>): Promise<number> {
  process.removeAllListeners('warning'); // Node 22 prints that its SQLite is experimental
  try {
    await work();
    return 0;
  } catch (error) {
    if (!(error instanceof RefusalError || error instanceof ConfigError)) throw error;
    process.stderr.write(`chat-relay: ${error.message.split('\n')[0]}\n`);
    return 1;
  }
}

/** Aborted when the process is told to end, which it then does. @param outcome what people should know then */
export function endOfProcess(outcome: string): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      controller.abort();
      process.stderr.write(`chat-relay: interrupted; ${outcome}\n`);
      process.exit(1);
    });
  }
  return controller.signal;
}
