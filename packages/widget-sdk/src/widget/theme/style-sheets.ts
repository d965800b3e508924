import { element } from '../dom';

/**
 * Adds a style sheet to a shadow root. No policy of the page needs to allow it. Safari 16.3, Firefox 100 and older have
 * no sheets made by script: they get a `<style>` with the page's nonce. Null if its policy refuses that.
 */
export function addStyleSheet(root: ShadowRoot, css: string): CSSStyleSheet | null {
  if ('adoptedStyleSheets' in root) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return sheet;
  }
  const style: HTMLStyleElement = element('style');
  style.nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';
  style.textContent = css;
  (root as ShadowRoot).append(style);
  return style.sheet;
}
