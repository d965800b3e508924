import type { Chat, ChatAttachment } from '../../types';
import { element, setAttribute } from '../dom';
import { nameOf } from './describe';
import { createFileRow, type FileRow } from './file-row';
import { paint, readFile } from './pictures';

/** In CSS pixels. The longest and the shortest side of a picture in the conversation. */
const MAX_SIDE = 220;
const MIN_SIDE = 44;

/** A picture that opens larger. Its space is reserved from the beginning, so that nothing moves when it has loaded. */
export function createPictureRow(chat: Chat, file: ChatAttachment, onOpen: () => void): FileRow {
  const { width = 1, height = 1 } = file;
  const scale = Math.min(1, MAX_SIDE / width, MAX_SIDE / height);
  const side = (pixels: number) => String(Math.max(MIN_SIDE, Math.round(pixels * scale)));
  const canvas = element('canvas', { width: '1', height: '1' });
  // Sized by attributes, because a content security policy may forbid style attributes.
  const room = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  setAttribute(room, 'width', side(width));
  setAttribute(room, 'height', side(height));
  setAttribute(room, 'aria-hidden', 'true');
  const open = element('button', { class: 'picture', type: 'button' }, room, canvas);
  const instead = createFileRow(chat, file);
  let isWanted = false;
  let hasFailed = false;
  let isHeld = false;

  function arrange() {
    open.hidden = hasFailed || isHeld;
    instead.part.hidden = !open.hidden;
  }

  function draw() {
    readFile(chat, file.uploadId)
      .then((bytes) => paint(canvas, bytes, width * scale * devicePixelRatio))
      .catch(() => {
        hasFailed = true; // it may still be downloaded
        arrange();
      });
  }

  open.addEventListener('click', onOpen);
  return {
    part: element('div', {}, open, instead.part),
    render(wording, shown, isReadable) {
      isHeld = shown.scan === 'pending' || shown.scan === 'infected';
      arrange();
      open.disabled = !isReadable;
      setAttribute(open, 'aria-label', wording.say('openPicture', { name: nameOf(file) }));
      instead.render(wording, shown, isReadable);
      if (!isReadable || isWanted) return;
      isWanted = true;
      const watch = new IntersectionObserver(([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        draw();
      });
      watch.observe(open);
    },
  };
}
