/** True if neither the element nor an ancestor is hidden. */
export function isShown(target: Element): boolean {
  return target.getClientRects().length > 0;
}

/** Makes a change in the panel. If it removes the focused control, `settle` moves the focus. */
export function keepFocus(panel: HTMLElement, change: () => void, settle: () => void): void {
  const root = panel.getRootNode();
  const active = () => (root instanceof ShadowRoot ? root.activeElement : null);
  const before = active();
  const isOurs = panel.contains(before);
  change();
  if (!isOurs || !isShown(panel)) return;
  const canStay = before && isShown(before) && !before.matches(':disabled');
  const now = active();
  if (now === null || (now === before && !canStay)) settle();
}
