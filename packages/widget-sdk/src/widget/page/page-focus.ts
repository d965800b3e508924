/** The focused element of the page, within shadow roots too; null if there is none. */
export function findFocus(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/**
 * Blurs the page's focused element before the widget takes the focus. Otherwise a modal dialog of the page would see
 * where the focus goes, and take it back.
 */
export function releaseFocus(host: Element): void {
  const active = document.activeElement;
  if (active !== host && active instanceof HTMLElement) active.blur();
}

/** True of a field that takes text, and of an iframe, which may contain one. */
export function isWritingIn(focus: HTMLElement | null): boolean {
  return focus?.matches(':read-write,iframe') ?? false;
}
