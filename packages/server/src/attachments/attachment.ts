import type { ScanState } from '@chat-relay/widget-sdk/frames';
import { ownedIds } from '../platform/owned-ids';
import type { AttachmentType } from '../tenants/files/settings';
import { isShownSize } from './formats/image';

/** A file of a message, as it is stored with the message. */
export interface Attachment {
  uploadId: string;
  name: string;
  type: AttachmentType;
  bytes: number;
  /** Null for a file that is no picture, and for a picture that is too large to be shown. */
  width: number | null;
  height: number | null;
  sha256: string;
  scan: ScanState;
}

/** True of a picture that browsers may show in a page; they save all other files. */
export function isShown({ type, width, height }: Attachment): boolean {
  return (
    type.startsWith('image/') && width !== null && height !== null && isShownSize(width, height)
  );
}

/** The files that a message is to have, and the uploader who must have uploaded them. */
export interface AttachmentRefs {
  uploader: string;
  uploadIds: readonly string[];
}

/** Names an uploader: only a sender with the same name may use the upload in a message. */
export const uploaders = {
  visitor: 'visitor',
  tenant: 'tenant',
  account: (accountId: string) => `account:${accountId}`,
};

export const MAX_ATTACHMENTS = 5;

export const uploadIds = ownedIds('up_', /^up_[\w-]{32}$/);

/** The value of the column `attachments` of a message; null if there are none. */
export function attachmentsJson(attachments: readonly Attachment[] | undefined): string | null {
  return attachments && attachments.length > 0 ? JSON.stringify(attachments) : null;
}
