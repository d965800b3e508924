import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isCovered } from '../../browser/popover';

/** While something covers the conversation the focus is in it; Escape closes it, and the focus goes back. */
export function useSheet(
  isSheet: boolean,
  first: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  useLayoutEffect(() => {
    if (!isSheet) return undefined;
    const opener = document.activeElement;
    first.current?.focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isCovered()) onClose();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      // What was covered takes the focus only when it is drawn without the sheet.
      requestAnimationFrame(() => {
        const isFree = document.activeElement === document.body;
        if (isFree && opener instanceof HTMLElement) opener.focus();
      });
    };
  }, [isSheet]);
}
