/** What runs while the relay does. */
export interface Task {
  name: string;
  /** One without it is running when it is registered. */
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
}

/** A task that runs from its start until what that returned is called. */
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
