import { ConfigError } from '../../config/config-error';

/** A command can't do its job. The message is one line for people. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
}

/** Runs a command's work. A refusal becomes one line on stderr. @returns the exit code, 0 or 1 */
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

/** Aborts its signal on SIGINT, SIGTERM or SIGHUP, then exits with 1. @param outcome the line for people on stderr */
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
