import type { ChatError } from '../errors';
import type { Thread } from '../messages/thread';
import type { readAnswer } from '../session/http';
import type { Session } from '../session/session';
import type { AttachOptions, ChatAttachment } from '../types';

/** The code for files. It is a chunk of its own, fetched when the chat first needs it. */
export interface ClientFiles {
  /** @param ended aborted when the session ends */
  upload(file: File, options: AttachOptions, ended: AbortSignal): Promise<ChatAttachment>;
  fetchAddress(uploadId: string): Promise<string>;
}

/** The parts of the client that this code uses. They are passed in, so that the chunk has no copies of classes. */
export interface FilesDeps {
  session: Pick<Session, 'call' | 'history' | 'lifeMs'>;
  thread: Pick<Thread, 'timeline' | 'edit'>;
  fetch: typeof globalThis.fetch | undefined;
  readAnswer: typeof readAnswer;
  ChatError: typeof ChatError;
}
