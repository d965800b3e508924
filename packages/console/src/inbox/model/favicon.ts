const SHAPE =
  '<path fill="#3a56c5" d="M5 4h22a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H15l-7 6v-6H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z"/>';
const DOT = '<circle cx="25" cy="7" r="7" fill="#d93025" stroke="#fff" stroke-width="2"/>';

/** Marks the tab's icon while conversations wait. */
export function showCount(count: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]') ?? addIcon();
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${SHAPE}${count > 0 ? DOT : ''}</svg>`;
  icon.href = `data:image/svg+xml,${encodeURIComponent(image)}`;
}

function addIcon(): HTMLLinkElement {
  const icon = document.createElement('link');
  icon.rel = 'icon';
  document.head.append(icon);
  return icon;
}
