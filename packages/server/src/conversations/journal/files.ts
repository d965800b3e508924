import {
  attachmentsJson,
  type Attachment,
  type AttachmentRefs,
} from '../../attachments/attachment';
import type { ScannedMessage } from '../../attachments/scanning/scans';
import type { Tx } from '../../platform/storage/database';
import { forUpdate } from '../../platform/storage/sql';
import type { Command } from '../rules/commands';

export function filesOf(command: Command): AttachmentRefs | null {
  return ('attachments' in command && command.attachments) || null;
}

/** Stores the result of a file's scan with its message. */
export async function storeScan(tx: Tx, scanned: ScannedMessage): Promise<void> {
  const { tenantId, sessionId, seq, messageId, attachment } = scanned;
  const key = [tenantId, sessionId, seq, messageId];
  const where = 'tenant_id = ? AND session_id = ? AND seq = ? AND message_id = ?';
  const [row] = await tx.rows<{ attachments: string | null }>(
    `SELECT attachments FROM messages WHERE ${where}${forUpdate(tx.dialect)}`,
    key,
  );
  // The message was erased or removed meanwhile.
  if (!row?.attachments) return;
  const files = JSON.parse(row.attachments) as Attachment[];
  const changed = files.map((file) => (file.uploadId === attachment.uploadId ? attachment : file));
  await tx.run(`UPDATE messages SET attachments = ? WHERE ${where}`, [
    attachmentsJson(changed),
    ...key,
  ]);
}
