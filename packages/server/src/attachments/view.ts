import type { AttachmentView } from '@chat-relay/widget-sdk/frames';
import { isShown, type Attachment } from './attachment';
import type { LinkTo } from './links';

/** The type of pictures that are too large to be shown. Clients of any age show every other `image/` in the page. */
export const NOT_SHOWN = 'application/octet-stream';

/** @param linkTo without it, no address is given: for callbacks and backends */
export function attachmentView(attachment: Attachment, linkTo?: LinkTo): AttachmentView {
  const { uploadId, name, bytes, width, height, sha256, scan } = attachment;
  const isPicture = isShown(attachment);
  const type = attachment.type.startsWith('image/') && !isPicture ? NOT_SHOWN : attachment.type;
  return {
    upload_id: uploadId,
    name,
    type,
    bytes,
    ...(isPicture && width !== null && height !== null && { width, height }),
    sha256,
    scan,
    ...(linkTo && isOpenable(attachment) && linkTo(uploadId)),
  };
}

/** Not while it is being scanned, and never if something was found. */
export function isOpenable({ scan }: Pick<Attachment, 'scan'>): boolean {
  return scan === 'none' || scan === 'clean';
}
