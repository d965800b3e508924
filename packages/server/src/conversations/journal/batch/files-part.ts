import {
  bindUploads,
  chooseUploads,
  lockUploads,
  type LockedUploads,
} from '../../../attachments/binding';
import { invalidField } from '../../../platform/errors';
import type { SessionKey } from '../../../visitors/session';
import { filesOf } from '../files';
import type { Applied, BatchPart } from './batch-part';

interface BoundFiles extends SessionKey {
  uploadIds: readonly string[];
  messageId: string;
  seq: number;
}

const NONE: LockedUploads = new Map();

/** Binds uploads to the messages that name them. */
export const filesPart: BatchPart<LockedUploads, BoundFiles[]> = {
  load: async (tx, submissions) => {
    const keys = submissions.flatMap(({ session, command }) =>
      (filesOf(command)?.uploadIds ?? []).map((id) => [session.tenantId, id] as const),
    );
    return keys.length === 0 ? NONE : lockUploads(tx, keys);
  },
  inform: (uploads, { session, command, applied }) => {
    const refs = filesOf(command);
    if (!refs) return {};
    const taken = new Set(applied.flatMap(boundBy).flatMap(({ uploadIds }) => uploadIds));
    const attachments = chooseUploads(uploads, session, refs, taken);
    return attachments ? { attachments } : invalidField('attachments', 'attachment_invalid');
  },
  collect: ({ applied }) => applied.flatMap(boundBy),
  write: (bound) => bound.map(bindUploads),
};

function boundBy({ session, change: { message } }: Applied): BoundFiles[] {
  if (!message?.attachments) return [];
  const { tenantId, sessionId } = session;
  const { messageId, seq, attachments } = message;
  const uploadIds = attachments.map(({ uploadId }) => uploadId);
  return [{ tenantId, sessionId, uploadIds, messageId, seq }];
}
