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
  /** Null for files that are no pictures, and for pictures too large to be shown. */
  width: number | null;
  height: number | null;
  sha256: string;
  scan: ScanState;
}

/** Whether browsers may show it in a page: they save all other files. */
export function isShown({ type, width, height }: Attachment): boolean {
  return (
    type.startsWith('image/') && width !== null && height !== null && isShownSize(width, height)
  );
}

/** The files that a message is to have, and who has uploaded them. */
export interface AttachmentRefs {
  uploader: string;
  uploadIds: readonly string[];
}

/** Who uploads: only the same may send it. */
export const uploaders = {
  visitor: 'visitor',
  tenant: 'tenant',
  account: (accountId: string) => `account:${accountId}`,
};

export const MAX_ATTACHMENTS = 5;

export const uploadIds = ownedIds('up_', /^up_[\w-]{32}$/);

/** As the column of messages has them; null without any. */
export function attachmentsJson(attachments: readonly Attachment[] | undefined): string | null {
  return attachments && attachments.length > 0 ? JSON.stringify(attachments) : null;
}
