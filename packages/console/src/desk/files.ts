import type { DraftFile } from './state';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';

/** Files of one message. */
export const MAX_FILES = 5;

/** Whether it is still on its way to the relay. */
export function isArriving({ uploadId, problem }: DraftFile): boolean {
  return uploadId === null && problem === null;
}

/** Whether it is shown: the relay lets browsers show no other file. */
export function isPicture({ type }: Pick<AttachmentView, 'type'>): boolean {
  return type.startsWith('image/');
}

const API = '/api/v1/';

/** The address of a file at the relay as it is known here, which may be another one than its own. */
export function addressAt(relay: string, url: string): string {
  const { pathname, search } = new URL(url);
  return relay + pathname.slice(Math.max(0, pathname.indexOf(API))) + search;
}

/** Whether a scan has not ended, or has found something. */
export function isHeldBack({ scan }: Pick<AttachmentView, 'scan'>): boolean {
  return scan === 'pending' || scan === 'infected';
}
