import type { ScanState } from '@chat-relay/widget-sdk/frames';
import { defineTable, integer, orNull, text, type RowOf } from '../platform/storage/table';
import type { AttachmentType } from '../tenants/files/settings';

export const UPLOADS = defineTable('uploads', ['tenant_id', 'upload_id'], {
  tenant_id: text(),
  upload_id: text(),
  session_id: text(),
  uploader: text(),
  name: text(),
  announced_bytes: integer(),
  /** `refused`: its type is not allowed. The bytes of `refused` and `cancelled` uploads are removed. */
  state: text<'open' | 'finished' | 'refused' | 'cancelled'>(),
  /** The name in the storage; null until all bytes have arrived. */
  object: orNull(text()),
  received_bytes: orNull(integer()),
  /** Null until the upload is finished, as are the next columns. */
  type: orNull(text<AttachmentType>()),
  bytes: orNull(integer()),
  width: orNull(integer()),
  height: orNull(integer()),
  sha256: orNull(text()),
  scan: text<ScanState>(),
  scan_attempts: integer(),
  /** Null if no scan is needed, or none any more. */
  scan_due_at: orNull(integer()),
  /** The message that the upload is bound to. */
  message_id: orNull(text()),
  seq: orNull(integer()),
  created_at: integer(),
  /** The time until which bytes are accepted. */
  expires_at: integer(),
  /** The time from which the bytes of an unfinished upload, or the row of another, may be removed; null once bound. */
  removed_from: orNull(integer()),
  /** The number of PUTs that were begun. */
  puts: integer(),
  /** The lease of the PUT whose bytes count: the name under which they arrive. */
  arriving: orNull(text()),
  /** The bytes that this upload adds to `upload_totals`. Null in rows of an earlier version: the announced bytes. */
  booked_bytes: orNull(integer()),
  /** A keyed hash of the network from which the bytes came; null once bound to a message. */
  network: orNull(text()),
});
export type UploadRow = RowOf<typeof UPLOADS>;

export const UPLOAD_TOTALS = defineTable('upload_totals', ['tenant_id'], {
  tenant_id: text(),
  /** The sum over all uploads: stored bytes, and the announced bytes of those that are arriving. */
  bytes: integer(),
});

/** The PUTs that are running, each with a lease. After a crash the lease expires, and their bytes are removed. */
export const UPLOAD_ARRIVALS = defineTable('upload_arrivals', ['tenant_id', 'object'], {
  tenant_id: text(),
  /** The name under which the bytes arrive. */
  object: text(),
  upload_id: text(),
  session_id: text(),
  uploader: text(),
  network: text(),
  ends_at: integer(),
});
export type UploadArrivalRow = RowOf<typeof UPLOAD_ARRIVALS>;

/** Stored bytes that no upload refers to: because it was deleted, or because it does not refer to them yet. */
export const ATTACHMENT_REMOVALS = defineTable('attachment_removals', ['tenant_id', 'object'], {
  tenant_id: text(),
  object: text(),
  due_at: integer(),
});
