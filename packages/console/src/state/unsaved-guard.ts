import { useEffect } from 'preact/hooks';
import { useBaseLanguage } from '../words/language';

/** Asks before a page with unsaved changes is left: by a link, or with its tab. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const { words } = useBaseLanguage();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    // Before the router receives the click.
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
