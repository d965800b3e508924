import type { AttachmentView } from '@chat-relay/widget-sdk/frames';
import { isShown, type Attachment } from './attachment';
import type { LinkTo } from './links';

/** The type of a picture that is too large to be shown. Clients of any age show other `image/` types in the page. */
export const NOT_SHOWN = 'application/octet-stream';

/** @param linkTo left out for callbacks and backends, which get no address */
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

/** False while the file is being scanned, and if it is infected. */
export function isOpenable({ scan }: Pick<Attachment, 'scan'>): boolean {
  return scan === 'none' || scan === 'clean';
}
