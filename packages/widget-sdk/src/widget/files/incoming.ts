import type { Tray } from './tray';

/** Takes files that are dropped on the panel, and pictures that are pasted into it. */
export function listenForFiles(panel: HTMLElement, tray: Pick<Tray, 'add' | 'isOpen'>): void {
  const isOurs = ({ dataTransfer }: DragEvent) =>
    tray.isOpen() && !!dataTransfer?.types.includes('Files');

  /** The page may take dropped files too, and a browser opens them in place of the page. */
  function claim(event: DragEvent) {
    if (!isOurs(event)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  for (const name of ['dragenter', 'dragover'] as const) {
    panel.addEventListener(name, (event) => {
      if (claim(event)) panel.classList.add('drop');
    });
  }
  panel.addEventListener('dragleave', ({ relatedTarget }) => {
    // Also fired between two parts of the panel.
    if (!(relatedTarget instanceof Node) || !panel.contains(relatedTarget)) {
      panel.classList.remove('drop');
    }
  });
  panel.addEventListener('drop', (event) => {
    panel.classList.remove('drop');
    if (claim(event)) tray.add([...(event.dataTransfer?.files ?? [])]);
  });
  panel.addEventListener('paste', (event) => {
    const { files, types } = event.clipboardData ?? {};
    // Office programs put a picture of the text next to the text.
    if (!tray.isOpen() || !files?.length || types?.includes('text/plain')) return;
    event.preventDefault();
    tray.add([...files]);
  });
}
