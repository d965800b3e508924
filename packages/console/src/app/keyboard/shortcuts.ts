import { useLayoutEffect, useRef } from 'preact/hooks';
import { isCovered } from '../../browser/popover';
import { isTyping } from '../../state/actions';
import { useConsole } from '../../state/console';
import type { Sheets } from './shell-actions';
import { createTypedText } from './typed-text';

/** Opens the palette with Ctrl+K anywhere, and runs single-key shortcuts outside of fields. */
export function useShortcuts(sheets: Sheets): void {
  const { actions, preferences } = useConsole();
  const shown = useRef(sheets.shown);
  shown.current = sheets.shown;
  // A layout effect runs before the screen is drawn, so the shortcuts work as soon as it is visible.
  useLayoutEffect(() => {
    const text = createTypedText();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        sheets.open('palette');
        return;
      }
      // A sheet whose code is still loading already counts: what is typed is meant for it.
      if (shown.current !== null) {
        if (event.key === 'Escape') sheets.close();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !preferences.singleKeys.value) return;
      if (isTyping(event)) return;
      const action = isCovered()
        ? undefined
        : actions.known.value.findLast(({ key }) => key === event.key);
      if (text.isLetter(event, action !== undefined) || !action) return;
      event.preventDefault();
      action.run();
    };
    const stopping = { capture: true };
    addEventListener('keydown', text.stopWordEnd, stopping);
    addEventListener('keyup', text.stopWordEnd, stopping);
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', text.stopWordEnd, stopping);
      removeEventListener('keyup', text.stopWordEnd, stopping);
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
