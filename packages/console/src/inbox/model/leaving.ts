import { signal, type ReadonlySignal } from '@preact/signals';
import type { DeskState } from '@chat-relay/desk/state';

/** Conversations that will be resolved after a few seconds, in which the operator can undo it. */
export interface Leaving {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  /**
   * Resolves the conversations, unless the operator undoes it. Those whose visitor has written meanwhile stay open.
   * Throws as `resolve` does.
   */
  start<Result>(
    many: readonly string[],
    resolve: (ids: readonly string[]) => Promise<Result>,
  ): Promise<Left<Result>>;
  /** @param many the same ids as given to `start` */
  undo(many: readonly string[]): void;
  close(): void;
}

export type Left<Result> =
  | { kind: 'kept' }
  /** `writtenIds` are not resolved, because their visitors wrote. `result` is null if none is left. */
  | { kind: 'left'; result: Result | null; writtenIds: readonly string[] };

const UNDO_MS = 5_000;

export function createLeaving(options: { state(): DeskState }): Leaving {
  const ids = signal<ReadonlySet<string>>(new Set());
  const endings = new Map<string, (isUndone: boolean) => void>();

  const lastSeq = (id: string): number => options.state().rows.get(id)?.row.last_seq ?? 0;

  const leaveAll = (): void => {
    for (const end of endings.values()) end(false);
  };
  addEventListener('pagehide', leaveAll);

  /** Resolves to whether the operator undid it. */
  const asked = (key: string): Promise<boolean> =>
    new Promise((answer) => {
      const timer = setTimeout(answer, UNDO_MS, false);
      endings.set(key, (isUndone) => {
        clearTimeout(timer);
        answer(isUndone);
      });
    });

  return {
    ids,
    start: async (many, resolve) => {
      const seenSeqs = new Map(many.map((id) => [id, lastSeq(id)]));
      ids.value = new Set([...ids.value, ...many]);
      try {
        if (await asked(many.join())) return { kind: 'kept' };
        const isWritten = (id: string): boolean => lastSeq(id) > (seenSeqs.get(id) ?? 0);
        // Checked before the resolve, which adds a message itself.
        const writtenIds = many.filter(isWritten);
        const left = many.filter((id) => !writtenIds.includes(id));
        const result = left.length > 0 ? await resolve(left) : null;
        return { kind: 'left', result, writtenIds };
      } finally {
        endings.delete(many.join());
        ids.value = new Set([...ids.value].filter((one) => !seenSeqs.has(one)));
      }
    },
    undo: (many) => endings.get(many.join())?.(true),
    close: () => {
      leaveAll();
      removeEventListener('pagehide', leaveAll);
    },
  };
}
