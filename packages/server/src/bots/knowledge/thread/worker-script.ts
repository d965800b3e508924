/** The program of the thread: a file of its own in each bundle. Tests run the sources, and bundle it themselves. */
export const SCRIPT = new URL('./knowledge-worker.js', import.meta.url);
