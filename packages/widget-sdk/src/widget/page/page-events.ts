/** What happens in the widget and is no business of the page: its shortcuts and its smooth scrolling. */
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
/** Dialogs of pages listen to these on the way down, and take the focus back. Nothing in the widget listens to them. */
const FOCUS_EVENTS = ['focusin', 'focusout'] as const;

/**
 * Stops these events at the edge of the widget: listeners of the page don't hear them.
 * @param signal ends it
 */
export function keepFromPage(frame: HTMLElement, signal: AbortSignal): void {
  for (const type of OWN_EVENTS) frame.addEventListener(type, (event) => event.stopPropagation());
  const stop = (event: Event): void => {
    if (event.composedPath().includes(frame)) event.stopImmediatePropagation();
  };
  for (const type of FOCUS_EVENTS) addEventListener(type, stop, { capture: true, signal });
}
