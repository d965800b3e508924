/** The focused element of the page, within shadow roots too; null if there is none. */
export function findFocus(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/**
 * Takes the focus from the page before an element of the widget gets it: a dialog that is told where the focus goes
 * takes it back.
 */
export function releaseFocus(host: Element): void {
  const active = document.activeElement;
  if (active !== host && active instanceof HTMLElement) active.blur();
}

/** True of a field that takes text, and of a frame, which may hold one. */
export function isWritingIn(focus: HTMLElement | null): boolean {
  return focus?.matches(':read-write,iframe') ?? false;
}
