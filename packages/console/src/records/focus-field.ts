/** Moves the focus to the first field of the form around a button that is about to disappear. */
export function focusField({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  target.closest('form')?.querySelector<HTMLElement>('input, textarea, select')?.focus();
}
