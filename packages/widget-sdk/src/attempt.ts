/** Reports an exception to the page's own error handling, as an uncaught one; in Node, to its console. */
export function report(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}

/** Runs a side task or a listener. An exception in it is reported, and the caller continues. */
export function attempt(task: () => void): void {
  try {
    task();
  } catch (error) {
    report(error);
  }
}
