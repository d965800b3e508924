/**
 * Hides keys that belong to a word that is being composed, as in Japanese, from all other listeners inside `target`:
 * there, Enter and Escape end the word. Call it before other listeners are added. Safari ends the word before its last
 * key event, which only `keyCode` 229 marks: https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export function hideComposingKeys(target: EventTarget): void {
  const hide = (event: Event): void => {
    const { isComposing, keyCode, key } = event as KeyboardEvent; // of the two kinds below
    if (!isComposing && keyCode !== 229) return;
    event.stopImmediatePropagation();
    // This Enter ended the word: the browser must not submit the form as well.
    if (!isComposing && key === 'Enter') event.preventDefault();
  };
  for (const type of ['keydown', 'keyup']) target.addEventListener(type, hide, true);
}
