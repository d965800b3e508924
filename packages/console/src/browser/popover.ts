/** Marks a shown list for the style sheet: Safari 16, Chrome 113 and Firefox 124 have no popovers. */
const SHOWN = 'data-shown';
export const hasPopovers = 'popover' in (globalThis.HTMLElement?.prototype ?? {});

/** Shows a list over the page until a press outside of it, or Escape. `onToggle` is called when it opens and closes. */
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
  // The list's own button handles a press on it.
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

/** Hides the list, if it is shown. */
export function hidePopover(list: HTMLElement): void {
  if (hasPopovers) list.hidePopover();
  else list.dispatchEvent(new Event(HIDE));
}

/** Whether a dialog or a list covers the page. */
export function isCovered(): boolean {
  const shown = hasPopovers ? '[popover]:popover-open' : `[${SHOWN}]`;
  return document.querySelector(`dialog[open], ${shown}`) !== null;
}
