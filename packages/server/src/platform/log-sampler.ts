/** Prints a line; `more` is how many equal lines were not printed. */
type Print = (more?: number) => void;

export interface LogSampler {
  /** @param kind one of a few: each is kept for a second */
  print(kind: string, perSecond: number, print: Print): void;
}

const WINDOW_MS = 1_000;

/**
 * Prints so many lines of a kind per second, and counts the rest in one more line. While a flood lasts, only
 * the line with the count is printed.
 */
export function createLogSampler(windowMs = WINDOW_MS): LogSampler {
  const windows = new Map<string, { printed: number; counted: number; last: Print }>();

  const open = (kind: string, printed: number, last: Print): void => {
    const current = { printed, counted: 0, last };
    windows.set(kind, current);
    const close = (): void => {
      windows.delete(kind);
      if (current.counted === 0) return;
      current.last(current.counted);
      open(kind, Infinity, current.last);
    };
    setTimeout(close, windowMs).unref();
  };

  return {
    print: (kind, perSecond, print) => {
      const current = windows.get(kind);
      if (!current) {
        open(kind, 1, print);
        return print();
      }
      current.last = print;
      if (current.printed >= perSecond) current.counted++;
      else {
        current.printed++;
        print();
      }
    },
  };
}
