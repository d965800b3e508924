import type { Page } from 'playwright-core';

/** Enter as Safari sends it when it confirms a composed word: the word has ended already. */
export function confirmAsSafari(page: Page, word: string): Promise<void> {
  return page.evaluate((text) => {
    const root = document.querySelector('chat-relay-widget')?.shadowRoot;
    const field = root?.activeElement ?? document.activeElement;
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement))
      throw new Error('no field has the focus');
    const fire = (event: Event) => field.dispatchEvent(event);
    fire(new CompositionEvent('compositionstart', { bubbles: true, composed: true }));
    field.setRangeText(text, field.value.length, field.value.length, 'end');
    fire(new InputEvent('input', { bubbles: true, composed: true, data: text }));
    fire(new CompositionEvent('compositionend', { bubbles: true, composed: true, data: text }));
    const key = { key: 'Enter', keyCode: 229, bubbles: true, composed: true, cancelable: true };
    fire(new KeyboardEvent('keydown', key));
    fire(new KeyboardEvent('keyup', { ...key, keyCode: 13 }));
  }, word);
}

/** Composes the word with Chromium's own input method, and confirms it with Enter. */
export async function confirmInChromium(page: Page, word: string): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const end = word.length;
  await input.send('Input.imeSetComposition', {
    text: word,
    selectionStart: end,
    selectionEnd: end,
  });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await input.send('Input.insertText', { text: word });
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await input.detach();
}

/** Enter with the code of an input method, after which the browser would submit a form. */
export async function pressEnterOfWord(page: Page): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await input.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...enter });
  await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await input.detach();
}
