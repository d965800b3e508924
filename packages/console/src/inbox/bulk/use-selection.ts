import { useState } from 'preact/hooks';
import type { Row } from '@chat-relay/desk/wire';

/** The conversations that are selected in the list. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Whether each row shows a checkbox, also before the first is selected. */
  isOpen: boolean;
  open(): void;
  /** @param isRange also selects all rows between the last toggled one and this one */
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
