import type { Chat, ChatAttachment } from '../../types';
import { element, icon, setAttribute, setText } from '../dom';
import type { Wording } from '../wording';
import { nameOf } from './describe';
import { createFileRow } from './file-row';
import { paint, readFile } from './pictures';

export interface Lightbox {
  readonly dialog: HTMLDialogElement;
  open(file: ChatAttachment): void;
  /** Closes the picture; false if none is open. */
  close(): boolean;
  render(wording: Wording): void;
}

/** Shows one picture over the whole page. The browser keeps the focus in the dialog and restores it afterwards. */
export function createLightbox(chat: Chat): Lightbox {
  const close = element('button', { class: 'tool', type: 'button' }, icon('close'));
  const place = element('div', { class: 'view' });
  const trouble = element('p', { role: 'status' });
  const foot = element('div', { class: 'foot' });
  const dialog = element('dialog', { class: 'lightbox' }, close, place, trouble, foot);
  let wording: Wording | undefined;

  // Firefox 97 and older have no `<dialog>`: there the style sheet shows one that has `open`.
  function hide() {
    if (globalThis.HTMLDialogElement) return dialog.close();
    dialog.removeAttribute('open');
    place.replaceChildren();
  }

  close.addEventListener('click', hide);
  // A click outside the picture closes it.
  place.addEventListener('click', ({ target }) => target === place && hide());
  dialog.addEventListener('close', () => place.replaceChildren());

  return {
    dialog,
    open(file) {
      if (!wording) return;
      const { width = 1, height = 1, uploadId } = file;
      // Drawn at most in the screen's size: a camera's picture has more pixels.
      const pixels = Math.min(width, Math.max(innerWidth, innerHeight) * devicePixelRatio);
      const canvas = element('canvas', {
        role: 'img',
        'aria-label': nameOf(file),
        width: String(Math.round(pixels)),
        height: String(Math.round((height * pixels) / width)),
      });
      const row = createFileRow(chat, file);
      row.render(wording, file, true);
      foot.replaceChildren(row.part);
      place.replaceChildren(canvas);
      setText(trouble, '');
      setAttribute(dialog, 'aria-label', nameOf(file));
      if (globalThis.HTMLDialogElement) dialog.showModal();
      else {
        setAttribute(dialog, 'open', '');
        close.focus();
      }
      readFile(chat, uploadId)
        .then((bytes) => paint(canvas, bytes, pixels))
        .catch(() => setText(trouble, wording?.say('notOpened') ?? ''));
    },
    close() {
      if (!dialog.hasAttribute('open')) return false;
      hide();
      return true;
    },
    render(next) {
      wording = next;
      // The button's label says that it closes the picture, not the chat.
      setAttribute(close, 'aria-label', next.say('closePicture'));
    },
  };
}
