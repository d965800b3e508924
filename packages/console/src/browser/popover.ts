/** Safari 16, Chrome 113 and Firefox 124 have no popovers: there the style sheet shows what has this attribute. */
const SHOWN = 'data-shown';
export const hasPopovers = 'popover' in (globalThis.HTMLElement?.prototype ?? {});

/** Shows a list over the page, until a press outside of it, or Escape. `onToggle` hears both ends. */
export function showPopover(list: HTMLElement, onToggle: (isShown: boolean) => void): void {
  if (hasPopovers) return list.showPopover();
  list.setAttribute(SHOWN, '');
  const watch = new AbortController();
  const { signal } = watch;
  const end = (): void => {
    watch.abort();
    list.removeAttribute(SHOWN);
    onToggle(false);
  };
  list.addEventListener(HIDE, end, { signal });
  // A press of its own button is for the button.
  const isOutside = (target: Element): boolean =>
    !list.contains(target) && !target.closest(`[aria-controls="${list.id}"]`);
  addEventListener(
    'pointerdown',
    ({ target }) => target instanceof Element && isOutside(target) && end(),
    { signal },
  );
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    { signal, capture: true },
  );
  onToggle(true);
}

const HIDE = 'hide-popover';

/** Nothing happens if it is hidden. */
export function hidePopover(list: HTMLElement): void {
  if (hasPopovers) list.hidePopover();
  else list.dispatchEvent(new Event(HIDE));
}

/** Whether a dialog or a list is over the page. */
export function isCovered(): boolean {
  const shown = hasPopovers ? '[popover]:popover-open' : `[${SHOWN}]`;
  return document.querySelector(`dialog[open], ${shown}`) !== null;
}
