import type { DraftFile } from './state';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';

/** The relay's limit for one message. */
export const MAX_FILES = 5;

/** Whether the file has not fully arrived at the relay yet. */
export function isArriving({ uploadId, problem }: DraftFile): boolean {
  return uploadId === null && problem === null;
}

/** Whether the file is shown as a picture: the relay lets browsers display no other types. */
export function isPicture({ type }: Pick<AttachmentView, 'type'>): boolean {
  return type.startsWith('image/');
}

const API = '/api/v1/';

/** Rewrites a file's address to the relay's address that this client uses, which may differ from the relay's own. */
export function addressAt(relay: string, url: string): string {
  const { pathname, search } = new URL(url);
  return relay + pathname.slice(Math.max(0, pathname.indexOf(API))) + search;
}

/** Whether a file is held back because its scan is pending or has found something. */
export function isHeldBack({ scan }: Pick<AttachmentView, 'scan'>): boolean {
  return scan === 'pending' || scan === 'infected';
}
