import { signal, type ReadonlySignal } from '@preact/signals';
import type { DeskState } from '../../desk/state';

/** Conversations that are about to be resolved: for a while each can be kept. */
export interface Leaving {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  /** Resolves to what became of it. Throws as the relay does. */
  start(id: string): Promise<'resolved' | 'kept' | 'written'>;
  undo(id: string): void;
  close(): void;
}

const UNDO_MS = 5_000;

export function createLeaving(options: {
  state(): DeskState;
  resolve(id: string): Promise<unknown>;
}): Leaving {
  const ids = signal<ReadonlySet<string>>(new Set());
  const endings = new Map<string, (isUndone: boolean) => void>();

  const lastSeq = (id: string): number => options.state().rows.get(id)?.row.last_seq ?? 0;

  const leaveAll = (): void => {
    for (const end of endings.values()) end(false);
  };
  addEventListener('pagehide', leaveAll);

  /** Whether the operator would rather keep it. */
  const asked = (id: string): Promise<boolean> =>
    new Promise((answer) => {
      const timer = setTimeout(answer, UNDO_MS, false);
      endings.set(id, (isUndone) => {
        clearTimeout(timer);
        answer(isUndone);
      });
    });

  return {
    ids,
    start: async (id) => {
      const seenSeq = lastSeq(id);
      ids.value = new Set([...ids.value, id]);
      try {
        const isUndone = await asked(id);
        if (isUndone) return 'kept';
        if (lastSeq(id) > seenSeq) return 'written';
        await options.resolve(id);
        return 'resolved';
      } finally {
        endings.delete(id);
        ids.value = new Set([...ids.value].filter((one) => one !== id));
      }
    },
    undo: (id) => endings.get(id)?.(true),
    close: () => {
      leaveAll();
      removeEventListener('pagehide', leaveAll);
    },
  };
}
