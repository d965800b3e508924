/**
 * The first element of the page and its open shadow roots that can be seen. It runs in the page, and
 * so it uses nothing from outside.
 */
export function findElement(selector: string, name?: string): HTMLElement | null {
  const labelOf = (element: HTMLElement): string | null =>
    element.getAttribute('aria-label') ??
    ('labels' in element ? (element.labels as NodeList | null)?.[0]?.textContent : undefined) ??
    element.textContent;
  const roots: ParentNode[] = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    for (const element of root.querySelectorAll<HTMLElement>(selector)) {
      const isNamed = name === undefined || labelOf(element)?.trim() === name;
      if (isNamed && element.checkVisibility({ visibilityProperty: true })) return element;
    }
  }
  return null;
}
