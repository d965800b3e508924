/** Closes what was opened, the latest first. */
export interface Closing {
  add(close: () => void | Promise<void>): void;
  closeAll(): Promise<void>;
}

export function createClosing(): Closing {
  const closes: (() => void | Promise<void>)[] = [];
  return {
    add: (close) => void closes.push(close),
    closeAll: async () => {
      for (let close = closes.pop(); close; close = closes.pop()) await close();
    },
  };
}
