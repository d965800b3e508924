/** Screens on which the panel fills the screen; the style sheet has the same condition. */
const SMALL = '(max-width: 480px), (max-height: 480px)';

/** True if an open panel covers the page. */
export function isSheet(): boolean {
  return matchMedia(SMALL).matches;
}

/** Keeps Tab inside a panel that covers the page. */
export function keepFocusInside(panel: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab' || !isSheet()) return;
  const stops = [
    ...panel.querySelectorAll<HTMLElement>('button, a[href], textarea, [tabindex="0"]'),
  ].filter((stop) => stop.getClientRects().length > 0 && !stop.matches(':disabled'));
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const { activeElement } = panel.getRootNode() as ShadowRoot; // the panel is always in one
  if (activeElement !== from && activeElement !== panel) return;
  event.preventDefault();
  to?.focus();
}
