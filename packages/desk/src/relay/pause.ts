/** Waits for this time, or until one of the signals aborts. */
export function pause(durationMs: number, ...signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    // Listeners are removed: a signal may live as long as the process, which pauses once a second.
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    for (const signal of signals) signal.addEventListener('abort', end);
  });
}
