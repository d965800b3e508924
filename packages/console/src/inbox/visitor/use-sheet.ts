import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isCovered } from '../../browser/popover';

/** Keeps the focus in a sheet that covers the conversation. Escape closes it, and the focus returns. */
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
      // The covered element can take the focus only after it is rendered without the sheet.
      requestAnimationFrame(() => {
        const isFree = document.activeElement === document.body;
        if (isFree && opener instanceof HTMLElement) opener.focus();
      });
    };
  }, [isSheet]);
}
