const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * An AbortSignal that fires on Ctrl-C or a polite kill. From here on the script itself must come
 * to its end: it has services to stop first. A second Ctrl-C changes nothing (npm sends one, too).
 */
export function interruption() {
  const controller = new AbortController();
  for (const name of SIGNALS) process.on(name, () => controller.abort());
  return controller.signal;
}
