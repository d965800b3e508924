import { useId, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { hasPopovers, hidePopover, showPopover } from '../browser/popover';
import { Icon, type IconName } from './icon';

export type MenuEntry =
  | {
      label: string;
      run(): void;
      icon?: IconName;
      isDanger?: boolean;
      /** Whether this entry is the chosen one of several. */
      isChosen?: boolean;
      keys?: string | undefined;
    }
  | { title: string }
  | 'line';

export interface MenuProps {
  /** Accessible name of the button that opens the menu. */
  label: string;
  entries: readonly MenuEntry[];
  /** Content of the button; without it, three dots. */
  children?: ComponentChildren;
  buttonClass?: string;
  isDown?: boolean;
}

const GAP_PX = 4;
const EDGE_PX = 8;

/** A button that opens a list of actions. It supports arrow keys, Home, End and Escape. */
export function Menu({ label, entries, children, buttonClass, isDown = true }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  const items = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('.menu-item') ?? []),
  ];
  const move = (to: (index: number, count: number) => number): void => {
    const all = items();
    const now = all.indexOf(document.activeElement as HTMLElement); // -1 if none of them has the focus
    all[(to(now, all.length) + all.length) % all.length]?.focus();
  };
  const hide = (): void => {
    if (list.current) hidePopover(list.current);
  };
  const toggled = (isNowOpen: boolean): void => {
    setOpen(isNowOpen);
    if (isNowOpen) {
      place();
      items()[0]?.focus();
    } else if (list.current?.contains(document.activeElement)) button.current?.focus();
  };
  const show = (): void => {
    if (list.current) showPopover(list.current, toggled);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => move((index) => index + 1),
      ArrowUp: () => move((index) => (index < 0 ? -1 : index - 1)),
      Home: () => move(() => 0),
      End: () => move((_, count) => count - 1),
      Tab: hide,
    };
    const act = moves[event.key];
    if (!act) return;
    if (event.key !== 'Tab') event.preventDefault();
    act();
  };
  const place = (): void => {
    if (!button.current || !list.current) return;
    const anchor = button.current.getBoundingClientRect();
    const { width, height } = list.current.getBoundingClientRect();
    const isRtl = getComputedStyle(button.current).direction === 'rtl';
    const isNearEnd = anchor.left + anchor.width / 2 > innerWidth / 2;
    const left = isRtl !== isNearEnd ? anchor.right - width : anchor.left;
    const fitsBelow = anchor.bottom + GAP_PX + height <= innerHeight - EDGE_PX;
    const top = isDown && fitsBelow ? anchor.bottom + GAP_PX : anchor.top - height - GAP_PX;
    const { style } = list.current;
    style.setProperty('left', `${Math.max(EDGE_PX, left)}px`);
    style.setProperty('top', `${Math.max(EDGE_PX, top)}px`);
  };

  return (
    <>
      <button
        type="button"
        ref={button}
        class={buttonClass ?? 'button plain icon-only'}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        data-tip={children ? undefined : label}
        popoverTarget={hasPopovers ? id : undefined}
        onClick={hasPopovers ? undefined : isOpen ? hide : show}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          show();
        }}
      >
        {children ?? <Icon name="more" />}
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        role="menu"
        aria-label={label}
        popover={hasPopovers ? 'auto' : undefined}
        onKeyDown={onKeyDown}
        onToggle={(event) => toggled(event.newState === 'open')}
      >
        {entries.map((entry, index) => {
          if (entry === 'line') return <div key={index} class="menu-line" role="separator" />;
          if ('title' in entry) {
            return (
              <p key={index} class="menu-title" role="presentation">
                {entry.title}
              </p>
            );
          }
          const isOneOf = entry.isChosen !== undefined;
          return (
            <button
              key={index}
              type="button"
              role={isOneOf ? 'menuitemradio' : 'menuitem'}
              aria-checked={isOneOf ? entry.isChosen : undefined}
              tabIndex={-1}
              class={entry.isDanger ? 'menu-item danger' : 'menu-item'}
              onClick={() => {
                hide();
                entry.run();
              }}
            >
              {entry.icon && <Icon name={entry.icon} />}
              <span class="grow cut">{entry.label}</span>
              {entry.isChosen && <Icon name="check" />}
              {entry.keys && <kbd>{entry.keys}</kbd>}
            </button>
          );
        })}
      </div>
    </>
  );
}
