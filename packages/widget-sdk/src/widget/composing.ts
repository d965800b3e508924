/**
 * Hides the keys of a word that is being composed, as in Japanese, from every listener inside `target`: Enter and Escape
 * are for the word then. Call it before others listen. Safari ends the word before its last key, and marks that key by
 * the code 229 alone: https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export function hideComposingKeys(target: EventTarget): void {
  const hide = (event: Event): void => {
    const { isComposing, keyCode, key } = event as KeyboardEvent; // of the two kinds below
    if (!isComposing && keyCode !== 229) return;
    event.stopImmediatePropagation();
    // Else the browser may submit the form: the word has ended.
    if (!isComposing && key === 'Enter') event.preventDefault();
  };
  for (const type of ['keydown', 'keyup']) target.addEventListener(type, hide, true);
}
