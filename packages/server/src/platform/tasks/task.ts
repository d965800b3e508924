/** A part of the relay that is started and stopped with it. */
export interface Task {
  name: string;
  /** A task without `start` runs already when it is registered. */
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
}

/** Makes a task of a function that starts it and returns what stops it. */
export function task(name: string, run: () => () => void | Promise<void>): Task {
  let end: (() => void | Promise<void>) | undefined;
  return {
    name,
    start: () => {
      end = run();
    },
    stop: () => end?.(),
  };
}
