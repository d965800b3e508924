/** Moves the focus to the first field of the form with this button, which is about to go. */
export function focusField({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  target.closest('form')?.querySelector<HTMLElement>('input, textarea, select')?.focus();
}
