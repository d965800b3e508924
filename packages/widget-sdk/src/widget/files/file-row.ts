import type { Chat, ChatAttachment } from '../../types';
import { element, icon, setAttribute, setText } from '../dom';
import type { Wording } from '../wording';
import { describeFile } from './describe';
import { nameLine } from './name-line';

/** One file of a message. */
export interface FileRow {
  readonly part: HTMLElement;
  /** @param isReadable true if the file has an address, or may get one on request */
  render(wording: Wording, file: ChatAttachment, isReadable: boolean): void;
}

/** Shows a file with its name, kind and size. The relay decides how it opens; nothing opens in the page itself. */
export function createFileRow(chat: Chat, file: ChatAttachment): FileRow {
  const note = element('span', { class: 'kind' });
  const verb = element('span', { class: 'hidden' });
  const link = element(
    'a',
    { class: 'file', target: '_blank', rel: 'noopener noreferrer' },
    icon('file'),
    verb,
    element('span', {}, nameLine(file), note),
    icon('save'),
  );
  let wording: Wording | undefined;
  let isFresh = false;

  link.addEventListener('click', (event) => {
    // An expired address is replaced before the link is followed.
    if (isFresh || !link.hasAttribute('href')) return;
    event.preventDefault();
    chat.files.fetchAddress(file.uploadId).then(
      (address) => {
        link.href = address;
        isFresh = true;
        link.click();
        isFresh = false;
      },
      () => setText(note, wording?.say('notOpened') ?? ''),
    );
  });

  return {
    part: link,
    render(next, { scan, ...shown }, isReadable) {
      wording = next;
      const { say } = wording;
      // Any address will do: a click requests a new one if it has expired.
      setAttribute(link, 'href', isReadable ? (shown.url ?? '#') : null);
      setText(verb, isReadable ? `${say('download')} ` : '');
      const isHeld = scan === 'pending' || scan === 'infected';
      const held = say(scan === 'pending' ? 'scanPending' : 'scanInfected');
      setText(note, isHeld ? held : describeFile(file, wording));
      link.classList.toggle('infected', scan === 'infected');
    },
  };
}
