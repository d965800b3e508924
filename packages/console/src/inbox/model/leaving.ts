import { signal, type ReadonlySignal } from '@preact/signals';
import type { DeskState } from '../../desk/state';

/** Conversations that are about to be resolved: for a while each can be kept. */
export interface Leaving {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  /** Resolves to what became of it. */
  start(id: string): Promise<'resolved' | 'kept' | 'written'>;
  undo(id: string): void;
  close(): void;
}

const UNDO_MS = 5_000;

export function createLeaving(options: {
  state(): DeskState;
  resolve(id: string): Promise<unknown>;
  onTrouble(error: unknown): void;
}): Leaving {
  const ids = signal<ReadonlySet<string>>(new Set());
  const endings = new Map<string, (isUndone: boolean) => void>();

  const lastSeq = (id: string): number => options.state().rows.get(id)?.row.last_seq ?? 0;

  const leaveAll = (): void => {
    for (const end of endings.values()) end(false);
  };
  addEventListener('pagehide', leaveAll);

  return {
    ids,
    start: (id) =>
      new Promise((done) => {
        if (endings.has(id)) return;
        const seenSeq = lastSeq(id);
        ids.value = new Set([...ids.value, id]);
        const end = (isUndone: boolean): void => {
          clearTimeout(timer);
          endings.delete(id);
          const stay = (): void => {
            ids.value = new Set([...ids.value].filter((one) => one !== id));
          };
          if (isUndone || lastSeq(id) > seenSeq) {
            stay();
            return done(isUndone ? 'kept' : 'written');
          }
          options.resolve(id).then(
            () => {
              stay();
              done('resolved');
            },
            (error: unknown) => {
              stay();
              done('kept');
              options.onTrouble(error);
            },
          );
        };
        const timer = setTimeout(end, UNDO_MS, false);
        endings.set(id, end);
      }),
    undo: (id) => endings.get(id)?.(true),
    close: () => {
      leaveAll();
      removeEventListener('pagehide', leaveAll);
    },
  };
}
