import type { Tray } from './tray';

/** Takes files that are dropped on the panel, and pictures that are pasted into it. */
export function listenForFiles(panel: HTMLElement, tray: Pick<Tray, 'add' | 'isOpen'>): void {
  const isOurs = ({ dataTransfer }: DragEvent) =>
    tray.isOpen() && !!dataTransfer?.types.includes('Files');

  /** Keeps a file that is dropped here from the page, and from the browser, which would open it. */
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
    // `dragleave` is also fired between two parts of the panel.
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
    // Office programs add a picture of copied text to the text.
    if (!tray.isOpen() || !files?.length || types?.includes('text/plain')) return;
    event.preventDefault();
    tray.add([...files]);
  });
}
