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
  /** `refused`: of a type that is not allowed. Its bytes are gone, like those of a `cancelled` one. */
  state: text<'open' | 'finished' | 'refused' | 'cancelled'>(),
  /** The name in the storage; null: not all bytes have arrived. */
  object: orNull(text()),
  received_bytes: orNull(integer()),
  /** Null until it is finished, like the following. */
  type: orNull(text<AttachmentType>()),
  bytes: orNull(integer()),
  width: orNull(integer()),
  height: orNull(integer()),
  sha256: orNull(text()),
  scan: text<ScanState>(),
  scan_attempts: integer(),
  /** Null: it needs none, or no more. */
  scan_due_at: orNull(integer()),
  /** The message that has it. */
  message_id: orNull(text()),
  seq: orNull(integer()),
  created_at: integer(),
  /** Until then its bytes may come. */
  expires_at: integer(),
  /** When the bytes of an unfinished one, or the row of another, are removed; null once a message has it. */
  removed_from: orNull(integer()),
  /** How many times its bytes were begun to be sent. */
  puts: integer(),
  /** The lease of the PUT whose bytes are kept: the name under which they arrive. */
  arriving: orNull(text()),
  /** What it adds to `upload_totals`. Null, of a node of an earlier version: what was announced. */
  booked_bytes: orNull(integer()),
  /** A keyed hash of where its bytes came from, until a message has it. */
  network: orNull(text()),
});
export type UploadRow = RowOf<typeof UPLOADS>;

export const UPLOAD_TOTALS = defineTable('upload_totals', ['tenant_id'], {
  tenant_id: text(),
  /** Of all uploads: bytes that arrive, as announced, and bytes that are stored. */
  bytes: integer(),
});

/** The PUTs that are running, each with a lease. After a crash the lease ends, and what has come is removed. */
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

/** Bytes in the storage that no upload has any more, or does not have yet. */
export const ATTACHMENT_REMOVALS = defineTable('attachment_removals', ['tenant_id', 'object'], {
  tenant_id: text(),
  object: text(),
  due_at: integer(),
});
