import type { Tx } from '../platform/storage/database';
import { keyIn, lockInOrderOf, placeholders } from '../platform/storage/sql';
import { listColumns } from '../platform/storage/table';
import type { Write } from '../platform/storage/writes';
import type { SessionKey } from '../visitors/session';
import type { Attachment, AttachmentRefs } from './attachment';
import { UPLOADS, type UploadRow } from './model';

/** Locked uploads by id, to be bound to messages in this transaction. */
export type LockedUploads = ReadonlyMap<string, UploadRow>;

/** Locks uploads, so that no other transaction binds or removes them. */
export async function lockUploads(
  tx: Tx,
  keys: readonly (readonly [tenantId: string, uploadId: string])[],
): Promise<LockedUploads> {
  if (keys.length === 0) return new Map();
  const rows = await tx.rows<UploadRow>(
    `SELECT ${listColumns(UPLOADS)} FROM uploads
     WHERE ${keyIn(tx.dialect, ['tenant_id', 'upload_id'], keys)}
     ${lockInOrderOf(tx.dialect, 'tenant_id, upload_id')}`,
    keys.flat(),
  );
  return new Map(rows.map((row) => [row.upload_id, row]));
}

/**
 * Chooses the files of a message. Null if one is unknown, someone else's, unfinished, infected, or in a message
 * already.
 * @param taken uploads that other messages of this transaction use
 */
export function chooseUploads(
  uploads: LockedUploads,
  { tenantId, sessionId }: SessionKey,
  { uploader, uploadIds }: AttachmentRefs,
  taken: ReadonlySet<string>,
): Attachment[] | null {
  if (new Set(uploadIds).size < uploadIds.length) return null;
  const chosen: Attachment[] = [];
  for (const uploadId of uploadIds) {
    const row = uploads.get(uploadId);
    const isOwn =
      row?.tenant_id === tenantId && row.session_id === sessionId && row.uploader === uploader;
    const isFree = row?.message_id === null && !taken.has(uploadId);
    const attachment = isOwn && isFree ? attachmentOf(row) : null;
    if (!attachment || attachment.scan === 'infected') return null;
    chosen.push(attachment);
  }
  return chosen;
}

/** Null if the upload is not finished. */
export function attachmentOf(row: UploadRow): Attachment | null {
  const { type, bytes, sha256 } = row;
  if (row.state !== 'finished' || type === null || bytes === null || sha256 === null) return null;
  const { width, height, scan } = row;
  return { uploadId: row.upload_id, name: row.name, type, bytes, width, height, sha256, scan };
}

/** Binds the chosen uploads to their message. The transaction fails if one is not free any more. */
export function bindUploads(
  bound: SessionKey & { uploadIds: readonly string[]; messageId: string; seq: number },
): Write {
  const { tenantId, sessionId, uploadIds, messageId, seq } = bound;
  return {
    text: `UPDATE uploads SET message_id = ?, seq = ?, removed_from = NULL, network = NULL
     WHERE tenant_id = ? AND upload_id IN ${placeholders(1, uploadIds.length)}
       AND session_id = ? AND state = 'finished' AND message_id IS NULL`,
    params: [messageId, seq, tenantId, ...uploadIds, sessionId],
    rows: uploadIds.length,
  };
}
