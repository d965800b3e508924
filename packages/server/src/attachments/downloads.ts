import { AppError } from '../platform/errors';

/** Counts the files that are being read, because each holds an open file and a connection. */
export interface Downloads {
  /**
   * @returns a function that ends this download; calling it twice changes nothing
   * @throws {AppError} rate_limited, overloaded
   */
  enter(network: string): () => void;
}

const RETRY_AFTER_S = 5;

export function createDownloads(limits: { perNetwork: number; perNode: number }): Downloads {
  const open = new Map<string, number>();
  let all = 0;
  return {
    enter: (network) => {
      const own = open.get(network) ?? 0;
      if (own >= limits.perNetwork) {
        throw new AppError('rate_limited', { retryAfterS: RETRY_AFTER_S });
      }
      if (all >= limits.perNode) throw new AppError('overloaded', { retryAfterS: RETRY_AFTER_S });
      all++;
      open.set(network, own + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        all--;
        const left = (open.get(network) ?? 1) - 1;
        if (left === 0) open.delete(network);
        else open.set(network, left);
      };
    },
  };
}
