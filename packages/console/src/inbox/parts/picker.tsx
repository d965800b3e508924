import { useEffect, useReducer, useRef } from 'preact/hooks';
import { useConsole } from '../../state/console';

export interface PickerItem {
  key: string;
  name: string;
  /** Shown next to the name. */
  more: string;
}

export interface PickerProps {
  id: string;
  label: string;
  items: readonly PickerItem[];
  chosen: number;
  /** Number of matches, for screen readers; visible if nothing matches. */
  count: string;
  /** A sentence about an entry that has just disappeared. */
  gone?: string | undefined;
  onChoose(index: number): void;
  onPoint(index: number): void;
}

/** A list of suggestions for what is being typed. The focus stays in the text. */
export function Picker({ id, label, items, chosen, count, gone, onChoose, onPoint }: PickerProps) {
  const { announcer } = useConsole();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useEffect(() => announcer.say(gone ?? count, id), [count, gone]);
  if (items.length === 0) return <p class="picker meta">{gone ?? count}</p>;
  return (
    <div class="picker">
      {gone !== undefined && <p class="meta picker-gone">{gone}</p>}
      <ul role="listbox" id={id} aria-label={label} ref={list}>
        {items.map((item, index) => (
          <li
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseMove={() => onPoint(index)}
            onMouseDown={(event) => {
              event.preventDefault(); // keeps the focus in the text
              onChoose(index);
            }}
          >
            <bdi class="picker-name cut">{item.name}</bdi>
            <bdi class="cut muted" dir="auto">
              {item.more}
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The item that the arrow keys have reached. */
export interface Pick<Item> {
  /** -1 if there is none. */
  index: number;
  /** An item that a colleague removed while it was chosen. No other one is chosen until a person does it. */
  gone: Item | null;
  point(index: number): void;
}

/**
 * Keeps the chosen item while the list changes. It starts with the first item.
 * @param typed the text that the list completes; null closes the list
 */
export function usePick<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  typed: string | null,
): Pick<Item> {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const at = useRef<{ typed: string; item: Item } | null>(null);
  const keep = (item: Item | undefined): void => {
    at.current = item !== undefined && typed !== null ? { typed, item } : null;
  };
  if (at.current?.typed !== typed || typed === null) keep(items[0]);
  const kept = at.current?.item;
  const index = kept === undefined ? -1 : items.findIndex((item) => keyOf(item) === keyOf(kept));
  return {
    index,
    gone: kept !== undefined && index < 0 ? kept : null,
    point: (chosen) => {
      keep(items[chosen]);
      draw(0);
    },
  };
}

/** Handles a key while the list is open. @returns whether the list used it */
export function pickByKey(
  event: KeyboardEvent,
  list: {
    count: number;
    chosen: number;
    onPoint(index: number): void;
    onChoose(index: number): void;
    onDismiss(): void;
  },
): boolean {
  const { count, chosen } = list;
  const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
  const move = moves[event.key];
  // With no chosen item, the up arrow chooses the last one.
  const from = Math.max(chosen, move === -1 ? 0 : -1);
  if (move !== undefined && count > 0) list.onPoint((from + move + count) % count);
  else if ((event.key === 'Enter' || event.key === 'Tab') && count > 0) list.onChoose(chosen);
  else if (event.key === 'Escape') list.onDismiss();
  else return false;
  event.preventDefault();
  return true;
}
