import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../../state/console';

export interface PickerItem {
  key: string;
  name: string;
  /** Next to the name. */
  more: string;
}

export interface PickerProps {
  id: string;
  label: string;
  items: readonly PickerItem[];
  chosen: number;
  /** Said to screen readers, and shown where nothing fits. */
  count: string;
  onChoose(index: number): void;
  onPoint(index: number): void;
}

/** What fits what is being typed. The focus stays in the text. */
export function Picker({ id, label, items, chosen, count, onChoose, onPoint }: PickerProps) {
  const { announcer } = useConsole();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useEffect(() => announcer.say(count, id), [count]);
  if (items.length === 0) return <p class="picker meta">{count}</p>;
  return (
    <ul class="picker" role="listbox" id={id} aria-label={label} ref={list}>
      {items.map((item, index) => (
        <li
          key={item.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseMove={() => onPoint(index)}
          onMouseDown={(event) => {
            event.preventDefault(); // the focus stays in the text
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
  );
}

/** What a key does to an open list. @returns whether it was for the list */
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
  if (move !== undefined && count > 0) list.onPoint((chosen + move + count) % count);
  else if ((event.key === 'Enter' || event.key === 'Tab') && count > 0) list.onChoose(chosen);
  else if (event.key === 'Escape') list.onDismiss();
  else return false;
  event.preventDefault();
  return true;
}
