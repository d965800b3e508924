import type { AttachmentRefs } from '../../attachments/attachment';
import { lockUploads, type LockedUploads } from '../../attachments/binding';
import type { Tx } from '../../platform/storage/database';
import type { SessionKey } from '../../visitors/session';
import type { Command } from '../rules/commands';
import type { Committed, Submission } from './submission';

/** The files that a message gets with its commit. */
export interface BoundFiles extends SessionKey {
  uploadIds: readonly string[];
  messageId: string;
  seq: number;
}

const NONE: LockedUploads = new Map();

/** Null for a command without files. */
export function filesOf(command: Command): AttachmentRefs | null {
  return ('attachments' in command && command.attachments) || null;
}

/** The uploads that the commands name. Commands without files cost no statement. */
export async function lockFiles(
  tx: Tx,
  submissions: readonly Submission[],
): Promise<LockedUploads> {
  const keys = submissions.flatMap(({ session, command }) =>
    (filesOf(command)?.uploadIds ?? []).map((uploadId) => [session.tenantId, uploadId] as const),
  );
  return keys.length === 0 ? NONE : lockUploads(tx, keys);
}

/** A later command of the batch finds them bound. */
export function markBound(uploads: LockedUploads, { session, message }: Committed): BoundFiles {
  if (!message) throw new TypeError('only a message has files');
  const uploadIds = (message.attachments ?? []).map(({ uploadId }) => uploadId);
  for (const uploadId of uploadIds) {
    const row = uploads.get(uploadId);
    if (row) row.message_id = message.messageId;
  }
  const { tenantId, sessionId } = session;
  const { messageId, seq } = message;
  return { tenantId, sessionId, uploadIds, messageId, seq };
}
