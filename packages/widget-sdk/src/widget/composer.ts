import type { Draft } from './draft';
import { element, icon, setAttribute, setText } from './dom';
import type { Wording } from './wording';

export interface Composer {
  readonly parts: HTMLElement[];
  readonly input: HTMLTextAreaElement;
  render(wording: Wording, maxChars: number): void;
  /** Takes out what was typed. */
  clear(): void;
}

/** The field the visitor writes in. It grows with its text and keeps it until it is sent. */
export function createComposer(
  draft: Draft,
  on: { send(text: string): void; typing(is: boolean): void },
): Composer {
  const input = element('textarea', {
    id: 'chat-input',
    rows: '1',
    enterkeyhint: 'send',
    dir: 'auto',
  });
  // Has the text's height; the field, in the same grid cell, takes it over.
  const mirror = element('div', { class: 'mirror', 'aria-hidden': 'true' });
  const send = element('button', { class: 'send', type: 'submit' }, icon('send'));
  const note = element('p', { class: 'note', role: 'alert' });
  const form = element(
    'form',
    { id: 'chat-form', part: 'composer' },
    element('div', { class: 'grow' }, input, mirror),
    send,
  );
  let wording: Wording | undefined;
  let maxChars = Infinity;

  function update() {
    const excess = Array.from(input.value).length - maxChars;
    setText(mirror, `${input.value}\u200b`);
    setText(note, wording && excess > 0 ? wording.say('tooLong', { count: excess }) : '');
    send.disabled = !input.value.trim() || excess > 0;
  }

  function write(text: string) {
    input.value = text;
    draft.write(text);
    update();
  }

  input.value = draft.read();
  input.addEventListener('input', () => {
    draft.write(input.value);
    update();
    on.typing(input.value !== '');
  });
  input.addEventListener('keydown', (event) => {
    // While a word is being composed, Enter takes the word and doesn't send.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    update();
    if (send.disabled) return;
    const text = input.value;
    write('');
    input.focus();
    on.send(text);
  });

  return {
    parts: [note, form],
    input,
    clear: () => write(''),
    render(nextWording, nextMaxChars) {
      [wording, maxChars] = [nextWording, nextMaxChars];
      setAttribute(input, 'aria-label', wording.say('placeholder'));
      setAttribute(input, 'placeholder', wording.say('placeholder'));
      setAttribute(send, 'aria-label', wording.say('send'));
      update();
    },
  };
}
