import { useState } from 'preact/hooks';
import type { Row } from '../../desk/wire';

/** The conversations that are chosen in the list, to do something with all of them. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The list shows a box in each row, also where none is chosen yet. */
  isOpen: boolean;
  open(): void;
  /** @param isRange all rows from the last one that was chosen up to this one, too */
  toggle(id: string, isRange: boolean): void;
  set(ids: Iterable<string>): void;
  close(): void;
}

export function useSelection(rows: readonly Row[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const [lastId, setLastId] = useState<string | null>(null);
  const indexOf = (id: string | null): number =>
    rows.findIndex((row) => row.conversation_id === id);

  return {
    ids,
    isOpen: isOpen || ids.size > 0,
    open: () => setOpen(true),
    toggle: (id, isRange) => {
      const next = new Set(ids);
      const [from, to] = [indexOf(lastId), indexOf(id)].toSorted((a, b) => a - b);
      if (isRange && from !== undefined && from >= 0 && to !== undefined) {
        for (const row of rows.slice(from, to + 1)) next.add(row.conversation_id);
      } else if (!next.delete(id)) next.add(id);
      setIds(next);
      setLastId(id);
    },
    set: (chosen) => setIds(new Set(chosen)),
    close: () => {
      setIds(new Set());
      setOpen(false);
    },
  };
}
