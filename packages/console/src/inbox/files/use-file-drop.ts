import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * Handles files that are dropped anywhere on the page: a browser would otherwise leave the page to open them.
 * @param onFiles null while no files can be added
 * @returns whether files that can be dropped are held over the page
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
      // Some fields refuse files themselves.
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
