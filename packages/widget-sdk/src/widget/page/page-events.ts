/** Events of the widget that must not reach the page, because they would trigger its shortcuts or smooth scrolling. */
const OWN_EVENTS = [
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'paste',
  'copy',
  'cut',
  'wheel',
  'touchstart',
  'touchmove',
  'touchend',
  'mousedown',
  'pointerdown',
] as const;
/** Dialogs of pages listen to these in the capture phase and take the focus back. The widget needs none of them. */
const FOCUS_EVENTS = ['focusin', 'focusout'] as const;

/**
 * Stops these events at the edge of the widget, so that listeners of the page don't receive them.
 * @param signal removes the listeners
 */
export function keepFromPage(frame: HTMLElement, signal: AbortSignal): void {
  for (const type of OWN_EVENTS) frame.addEventListener(type, (event) => event.stopPropagation());
  const stop = (event: Event): void => {
    if (event.composedPath().includes(frame)) event.stopImmediatePropagation();
  };
  for (const type of FOCUS_EVENTS) addEventListener(type, stop, { capture: true, signal });
}
