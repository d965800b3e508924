import { element } from '../dom';

/**
 * Adds a style sheet to a shadow root, in a way that every content security policy allows. Safari 16.3, Firefox 100 and
 * older have no constructed style sheets: they get a `<style>` with the page's nonce. Null if the policy refuses it.
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
