import {
  attachmentsJson,
  type Attachment,
  type AttachmentRefs,
} from '../../attachments/attachment';
import { lockUploads, type LockedUploads } from '../../attachments/binding';
import type { ScannedMessage } from '../../attachments/scanning/scans';
import type { Tx } from '../../platform/storage/database';
import { forUpdate } from '../../platform/storage/sql';
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

/** Stores with a message what a scan has found in one of its files. */
export async function storeScan(tx: Tx, scanned: ScannedMessage): Promise<void> {
  const { tenantId, sessionId, seq, messageId, attachment } = scanned;
  const key = [tenantId, sessionId, seq, messageId];
  const where = 'tenant_id = ? AND session_id = ? AND seq = ? AND message_id = ?';
  const [row] = await tx.rows<{ attachments: string | null }>(
    `SELECT attachments FROM messages WHERE ${where}${forUpdate(tx.dialect)}`,
    key,
  );
  // None: the message was erased, or taken out of sight.
  if (!row?.attachments) return;
  const files = JSON.parse(row.attachments) as Attachment[];
  const changed = files.map((file) => (file.uploadId === attachment.uploadId ? attachment : file));
  await tx.run(`UPDATE messages SET attachments = ? WHERE ${where}`, [
    attachmentsJson(changed),
    ...key,
  ]);
}
