const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const PARENT_CHECK_MS = 500;

/**
 * An AbortSignal that fires on Ctrl-C or SIGTERM. From here on the script itself must come
 * to its end: it has services to stop first. A second Ctrl-C changes nothing (npm sends one, too).
 */
export function interruption() {
  const controller = new AbortController();
  for (const name of SIGNALS) process.on(name, () => controller.abort());
  // A closed terminal also closes stdout: losing output is better than losing the clean end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (process.env.npm_lifecycle_event) watchParent(() => controller.abort());
  return controller.signal;
}

/** Killing npm also kills its shell, but the shell does not notify this process. @param {() => void} onGone */
function watchParent(onGone) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}
