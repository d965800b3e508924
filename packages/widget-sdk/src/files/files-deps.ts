import type { ChatError } from '../errors';
import type { Thread } from '../messages/thread';
import type { readAnswer } from '../session/http';
import type { Session } from '../session/session';
import type { AttachOptions, ChatAttachment } from '../types';

/** What a chat with files needs in addition: a file of its own, fetched when it is first used. */
export interface ClientFiles {
  /** @param ended aborted when the session ends */
  upload(file: File, options: AttachOptions, ended: AbortSignal): Promise<ChatAttachment>;
  fetchAddress(uploadId: string): Promise<string>;
}

/** The parts of the client that are used here. This file must not have its own copies of classes. */
export interface FilesDeps {
  session: Pick<Session, 'call' | 'history' | 'lifeMs'>;
  thread: Pick<Thread, 'timeline' | 'edit'>;
  fetch: typeof globalThis.fetch | undefined;
  readAnswer: typeof readAnswer;
  ChatError: typeof ChatError;
}
