export interface Timers {
  /** Runs `task` once after `delayMs` and replaces the earlier task of this name. */
  set(name: string, delayMs: number, task: () => void): void;
  cancel(name: string): void;
  has(name: string): boolean;
  clear(): void;
}

/** Named timers that are cleared together, so that none fires later. */
export function createTimers(): Timers {
  const running = new Map<string, ReturnType<typeof setTimeout>>();
  const timers: Timers = {
    set(name, delayMs, task) {
      timers.cancel(name);
      running.set(
        name,
        setTimeout(() => {
          running.delete(name);
          task();
        }, delayMs),
      );
    },
    cancel(name) {
      clearTimeout(running.get(name));
      running.delete(name);
    },
    has: (name) => running.has(name),
    clear: () => [...running.keys()].forEach(timers.cancel),
  };
  return timers;
}
