import type { AttachmentView } from '@chat-relay/widget-sdk/frames';
import type { Attachment } from './attachment';
import type { LinkTo } from './links';

/** @param linkTo without it, no address is given: for callbacks and backends */
export function attachmentView(attachment: Attachment, linkTo?: LinkTo): AttachmentView {
  const { uploadId, name, type, bytes, width, height, sha256, scan } = attachment;
  return {
    upload_id: uploadId,
    name,
    type,
    bytes,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    sha256,
    scan,
    ...(linkTo && isOpenable(attachment) && linkTo(uploadId)),
  };
}

/** Not while it is being scanned, and never if something was found. */
export function isOpenable({ scan }: Pick<Attachment, 'scan'>): boolean {
  return scan === 'none' || scan === 'clean';
}
