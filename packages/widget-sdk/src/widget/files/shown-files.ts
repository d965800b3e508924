import type { Chat, ChatAttachment, ChatMessage } from '../../types';
import type { Wording } from '../wording';
import { createFileRow, type FileRow } from './file-row';
import type { Lightbox } from './lightbox';
import { createPictureRow } from './picture-row';

export interface ShownFiles {
  render(wording: Wording, message: ChatMessage): void;
}

export function createShownFiles(
  chat: Chat,
  place: HTMLElement,
  lightbox: Pick<Lightbox, 'open'>,
): ShownFiles {
  const rows = new Map<string, FileRow>();
  place.replaceChildren(); // their names, until now

  function add(file: ChatAttachment): FileRow {
    const isPicture = file.type.startsWith('image/') && file.width && file.height;
    const row = isPicture
      ? createPictureRow(chat, file, () => lightbox.open(file))
      : createFileRow(chat, file);
    rows.set(file.uploadId, row);
    place.append(row.part);
    return row;
  }

  return {
    render(wording, { attachments, state }) {
      for (const [id, { part }] of rows) {
        if (attachments.some(({ uploadId }) => uploadId === id)) continue;
        part.remove();
        rows.delete(id);
      }
      for (const file of attachments) {
        const isOpenable = file.scan === 'none' || file.scan === 'clean';
        const row = rows.get(file.uploadId) ?? add(file);
        row.render(wording, file, isOpenable && state === 'sent');
      }
    },
  };
}
