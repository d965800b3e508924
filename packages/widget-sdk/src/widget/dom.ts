type Child = Node | string;

type Attributes = Record<string, string | boolean>;

/** Makes an element. `true` sets an empty attribute, `false` sets none; strings become text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** Writes only changes: each write makes assistive technology speak, and breaks selections. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Writes an attribute, only if it changes; null removes it. */
export function setAttribute(target: Element, name: string, value: string | null): void {
  if (value === null) target.removeAttribute(name);
  else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

const SVG = 'http://www.w3.org/2000/svg';

const PATHS = {
  chat: 'M4 5h16v11H9l-5 4z',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12L20 4l-5 16-3-7z',
  person: 'M12 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM4 20c1-8 15-8 16 0',
  save: 'M12 4v11m-4-4l4 4 4-4M5 20h14',
  clip: 'M19 11l-7.5 7.5a4.6 4.6 0 0 1-6.5-6.5L13 4a3 3 0 0 1 4.3 4.3L9.5 16a1.5 1.5 0 0 1-2-2.2L14 7.5',
  file: 'M6 3h8l4 4v14H6zM14 3v5h4',
  again: 'M19 8a8 8 0 1 0 1 6M20 3v6h-6',
  end: 'M14 4H5v16h9M10 12h11m-4-4l4 4-4 4',
} as const;

/** An icon in the text's colour; the button around it says what it means. */
export function icon(name: keyof typeof PATHS): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
