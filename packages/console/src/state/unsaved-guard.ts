import { useEffect } from 'preact/hooks';
import { useBaseLanguage } from '../words/language';

/** Asks for confirmation before a link or closing the tab discards unsaved changes. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const { words } = useBaseLanguage();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    // Capturing runs before the router sees the click.
    const onClick = (event: MouseEvent): void => {
      const link = event.composedPath().find((part) => part instanceof HTMLAnchorElement);
      if (!link || link.target !== '' || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (confirm(words.common.leaveUnsaved)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('beforeunload', onUnload);
    addEventListener('click', onClick, { capture: true });
    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener('click', onClick, { capture: true });
    };
  }, [isUnsaved]);
}
