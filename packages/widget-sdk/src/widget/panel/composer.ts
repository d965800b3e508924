import { toContent } from './content';
import type { Draft } from '../draft';
import { element, icon, setAttribute, setText } from '../dom';
import type { Files } from './files';
import type { Wording } from '../wording';

export interface Composer {
  readonly parts: HTMLElement[];
  readonly input: HTMLTextAreaElement;
  /** @param isBusy true while the chat is being ended: the text is not sent yet */
  render(wording: Wording, maxChars: number, isBusy: boolean): void;
  /** Removes the text. */
  clear(): void;
  /** Puts back a text that was not sent, before what was typed since. */
  prepend(text: string): void;
}

/** The field the visitor writes in. It grows with its text and keeps it until it is sent. */
export function createComposer(
  draft: Draft,
  files: Pick<Files, 'button' | 'isBusy' | 'count'>,
  on: { send(text: string): void; typing(is: boolean): void },
): Composer {
  const input = element('textarea', {
    id: 'chat-input',
    rows: '1',
    enterkeyhint: 'send',
    dir: 'auto',
  });
  // The mirror has the text's height; the textarea is in the same grid cell and takes it over.
  const mirror = element('div', { class: 'mirror', 'aria-hidden': 'true' });
  const send = element('button', { class: 'send', type: 'submit' }, icon('send'));
  const note = element('p', { id: 'chat-note', class: 'note' });
  // The note changes with each key; the alert announces only that the limit was passed.
  const alert = element('p', { class: 'hidden', role: 'alert' });
  const form = element(
    'form',
    { id: 'chat-form', part: 'composer' },
    files.button,
    element('div', { class: 'grow' }, input, mirror),
    send,
  );
  let wording: Wording | undefined;
  let maxChars = Infinity;
  let isBusy = false;

  function update() {
    const content = toContent(input.value);
    const excess = [...content].length - maxChars;
    const isTooLong = excess > 0;
    setText(mirror, `${input.value}\u200b`);
    setText(note, wording && isTooLong ? wording.say('tooLong', { count: excess }) : '');
    if (!alert.textContent || !isTooLong) setText(alert, note.textContent);
    setAttribute(input, 'aria-invalid', isTooLong ? 'true' : null);
    setAttribute(input, 'aria-describedby', isTooLong ? note.id : null);
    const isEmpty = !content.trim() && files.count() === 0;
    send.disabled = isBusy || isEmpty || isTooLong || files.isBusy();
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
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    update();
    send.click(); // Safari 15 has no `requestSubmit`
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    update();
    if (send.disabled) return;
    const content = toContent(input.value);
    write('');
    input.focus();
    on.send(content);
  });

  return {
    parts: [alert, note, form],
    input,
    clear: () => write(''),
    prepend(text) {
      write([text, input.value].filter(Boolean).join('\n'));
      input.focus();
    },
    render(nextWording, nextMaxChars, isNowBusy) {
      [wording, maxChars, isBusy] = [nextWording, nextMaxChars, isNowBusy];
      setAttribute(input, 'aria-label', wording.say('placeholder'));
      setAttribute(input, 'placeholder', wording.say('placeholder'));
      setAttribute(send, 'aria-label', wording.say('send'));
      update();
    },
  };
}
