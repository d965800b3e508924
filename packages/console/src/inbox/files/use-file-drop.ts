import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * Files that are dropped on the page. A browser would open them in its place, also where none are taken.
 * @param onFiles null where they can't be taken now
 * @returns whether files are held over the page that can be dropped
 */
export function useFileDrop(onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (take.current) setOver(true);
      else event.dataTransfer.dropEffect = 'none';
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      // Some fields say themselves that they take none.
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      take.current?.(files);
    };
    const onLeave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    addEventListener('dragover', onDrag);
    addEventListener('drop', onDrop);
    addEventListener('dragleave', onLeave);
    return () => {
      removeEventListener('dragover', onDrag);
      removeEventListener('drop', onDrop);
      removeEventListener('dragleave', onLeave);
    };
  }, []);
  return isOver;
}
