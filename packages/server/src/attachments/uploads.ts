import { Readable } from 'node:stream';
import { HOUR, type Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Database, Tx } from '../platform/storage/database';
import { listColumns } from '../platform/storage/table';
import { createTurns } from '../platform/turns';
import type { TenantDirectory } from '../tenants/directory';
import type { Tenant } from '../tenants/tenant';
import type { SessionKey } from '../visitors/session';
import type { RequireFreeSpace } from './arrivals/free-space';
import type { Incoming, Receive } from './arrivals/receive';
import type { RunningPuts } from './arrivals/running';
import { uploadIds, type Attachment } from './attachment';
import { attachmentOf, lockUploads } from './binding';
import { closeUpload, UNBOUND_MS } from './closing';
import { cleanedFile } from './formats/cleaned';
import { recognise } from './formats/recognise';
import type { AttachmentLinks, LinkQuery } from './links';
import { UPLOADS, type UploadRow } from './model';
import { announceUpload, type UploadLimits } from './quotas';
import { queueRemoval } from './removal/queue';
import { createStoreBytes } from './store-bytes';
import { storageAway, type AttachmentStorage } from './storage/storage';
import { bookedBytes, giveBack, roomFor } from './totals';
import { isOpenable } from './view';

/** The uploader, and the session whose conversation gets the file. */
export interface UploadOwner extends SessionKey {
  uploader: string;
}

export interface CreatedUpload {
  uploadId: string;
  /** The address that accepts the bytes. */
  url: string;
  expiresAt: number;
}

export interface OpenedFile {
  attachment: Attachment;
  stream: Readable;
}

/** The life of an upload: announced, received, and finished once its type is known. */
export interface Uploads {
  /**
   * @throws {AppError} attachments_disabled, attachment_too_large, rate_limited over a quota, session_expired for an
   * erased session
   */
  create(
    tenant: Tenant,
    owner: UploadOwner,
    file: { name: string; bytes: number },
  ): Promise<CreatedUpload>;
  /**
   * Stores the bytes of a PUT if it sends as many as were announced. It takes the upload over from an earlier PUT,
   * whose bytes are removed.
   * @param declaredBytes the length in the request's header; null if it has none
   * @returns the number of bytes that came
   * @throws {AppError} link_invalid, attachments_disabled, state_conflict once it is finished, was taken over or has
   * had too many requests, attachment_too_large for more than was announced, rate_limited and overloaded for too many
   * at once, storage_unavailable
   */
  receive(query: LinkQuery, incoming: Incoming, declaredBytes: number | null): Promise<number>;
  /**
   * Reads the type from the bytes and finishes the upload. Repeating it returns the same file.
   * @param isOwn tells whether the caller made this upload
   * @throws {AppError} not_found, attachments_disabled, state_conflict while bytes are missing,
   * attachment_type_not_allowed, storage_unavailable
   */
  finish(tenant: Tenant, uploadId: string, isOwn: (row: UploadRow) => boolean): Promise<Attachment>;
  /**
   * Cancels an unfinished upload: its bytes are removed, and it does not count among the unfinished ones any more.
   * Repeating it changes nothing.
   * @param isOwn tells whether the caller made this upload
   * @throws {AppError} not_found, state_conflict once it is finished
   */
  cancel(tenantId: string, uploadId: string, isOwn: (row: UploadRow) => boolean): Promise<void>;
  /** Finds a file of a message. @throws {AppError} not_found */
  find(tenantId: string, uploadId: string): Promise<Attachment>;
  /**
   * @throws {AppError} link_invalid, tenant_suspended, not_found, state_conflict for a file that a scan holds back,
   * storage_unavailable
   */
  open(query: LinkQuery): Promise<OpenedFile>;
}

export interface UploadsOptions {
  database: Database;
  clock: Clock;
  directory: Pick<TenantDirectory, 'find'>;
  storage: AttachmentStorage;
  links: AttachmentLinks;
  receive: Receive;
  running: Pick<RunningPuts, 'stopUpload'>;
  requireFreeSpace: RequireFreeSpace;
  limits: UploadLimits;
  /** True if files are scanned before they can be opened. */
  isScanned: boolean;
}

const EXPIRES_MS = HOUR;

export function createUploads(options: UploadsOptions): Uploads {
  const { database, clock, directory, storage, links, receive, running, requireFreeSpace } =
    options;
  /** One at a time, because each holds a whole file in memory. */
  const inTurn = createTurns(1);
  const store = createStoreBytes({ database, storage, clock });

  const read = async (tenantId: string, uploadId: string): Promise<UploadRow> => {
    const [row] = await database.read.rows<UploadRow>(
      `SELECT ${listColumns(UPLOADS)} FROM uploads WHERE tenant_id = ? AND upload_id = ?`,
      [tenantId, uploadId],
    );
    if (!row) throw new AppError('not_found');
    return row;
  };

  const readOwn = async (
    tenantId: string,
    uploadId: string,
    isOwn: (row: UploadRow) => boolean,
  ): Promise<UploadRow> => {
    const row = await read(tenantId, uploadId);
    if (!isOwn(row)) throw new AppError('not_found');
    return row;
  };

  const linkedTenant = async (purpose: 'read' | 'write', query: LinkQuery): Promise<Tenant> => {
    if (!links.isValid(purpose, query)) throw new AppError('link_invalid');
    const tenant = await directory.find(uploadIds.tenantIdOf(query.upload_id));
    if (!tenant) throw new AppError('not_found');
    if (tenant.status !== 'active') throw new AppError('tenant_suspended');
    return tenant;
  };

  /** Ends an upload without a file; false if it is finished by now, or has other bytes. */
  const close = async (row: UploadRow, state: 'refused' | 'cancelled'): Promise<boolean> => {
    const { tenant_id: tenantId, upload_id: uploadId } = row;
    const isClosed = await database.transaction(async (tx) => {
      const current = (await lockUploads(tx, [[tenantId, uploadId]])).get(uploadId);
      if (current?.state !== 'open' || current.object !== row.object) return false;
      await closeUpload(tx, current, state, clock());
      return true;
    });
    if (isClosed) running.stopUpload(uploadId);
    return isClosed;
  };

  const refuse = async (row: UploadRow): Promise<never> => {
    await close(row, 'refused');
    throw new AppError('attachment_type_not_allowed');
  };

  const inspect = async (tenant: Tenant, row: UploadRow, object: string): Promise<Attachment> => {
    const file = await readAll(await storage.open(object), row.announced_bytes);
    const found = await recognise(file);
    if (!found || !tenant.attachments.types.includes(found.type)) return refuse(row);
    const cleaned = await cleanedFile(file, found.kept);
    const { tenant_id: tenantId, upload_id: uploadId } = row;
    const finished: UploadRow = {
      ...row,
      state: 'finished',
      type: found.type,
      bytes: cleaned.bytes,
      width: found.size?.width ?? null,
      height: found.size?.height ?? null,
      sha256: cleaned.sha256,
      scan: options.isScanned ? 'pending' : 'none',
      scan_due_at: options.isScanned ? clock() : null,
    };
    /** Stores the result, if the bytes are still those that were read. */
    const write = async (tx: Tx, stored: string): Promise<void> => {
      const { type, bytes, width, height, sha256, scan, scan_due_at } = finished;
      const changed = await tx.run(
        `UPDATE uploads SET state = 'finished', object = ?, type = ?, bytes = ?, width = ?,
           height = ?, sha256 = ?, scan = ?, scan_due_at = ?, booked_bytes = ?, removed_from = ?
         WHERE tenant_id = ? AND upload_id = ? AND state = 'open' AND object = ?`,
        [
          stored,
          type,
          bytes,
          width,
          height,
          sha256,
          scan,
          scan_due_at,
          bytes,
          row.created_at + UNBOUND_MS,
          tenantId,
          uploadId,
          object,
        ],
      );
      if (changed === 0)
        throw new AppError('state_conflict', {
          message: 'This upload changed while it was inspected. Announce the file again.',
        });
      await giveBack(tx, tenantId, bookedBytes(row) - cleaned.bytes);
      if (stored !== object) await queueRemoval(tx, tenantId, [object], clock());
    };
    if (cleaned.isUnchanged) await database.transaction((tx) => write(tx, object));
    else await store(tenantId, Readable.from(cleaned.chunks()), cleaned.bytes, write);
    return attachmentOf(finished)!; // just finished
  };

  return {
    create: async (tenant, owner, { name, bytes }) => {
      requireEnabled(tenant);
      if (bytes > tenant.attachments.maxBytes) throw new AppError('attachment_too_large');
      const now = clock();
      const uploadId = uploadIds.create(tenant.tenantId);
      const expiresAt = now + EXPIRES_MS;
      const row: UploadRow = {
        tenant_id: tenant.tenantId,
        upload_id: uploadId,
        session_id: owner.sessionId,
        uploader: owner.uploader,
        name,
        announced_bytes: bytes,
        state: 'open',
        object: null,
        received_bytes: null,
        type: null,
        bytes: null,
        width: null,
        height: null,
        sha256: null,
        scan: 'none',
        scan_attempts: 0,
        scan_due_at: null,
        message_id: null,
        seq: null,
        created_at: now,
        expires_at: expiresAt,
        removed_from: expiresAt,
        puts: 0,
        arriving: null,
        booked_bytes: 0,
        network: null,
      };
      await requireFreeSpace(bytes);
      const room = roomFor(owner.uploader, tenant.attachments);
      await database.transaction((tx) => announceUpload(tx, row, options.limits, room));
      return { uploadId, url: links.write(uploadId, expiresAt), expiresAt };
    },

    receive: async (query, incoming, declaredBytes) => {
      const tenant = await linkedTenant('write', query);
      requireEnabled(tenant);
      const row = await read(tenant.tenantId, query.upload_id);
      if (row.state !== 'open')
        throw new AppError('state_conflict', {
          message: 'This upload is finished or cancelled. Announce the file again.',
        });
      if ((declaredBytes ?? 0) > row.announced_bytes) throw new AppError('attachment_too_large');
      return receive(tenant, row, incoming);
    },

    finish: async (tenant, uploadId, isOwn) => {
      const find = () => readOwn(tenant.tenantId, uploadId, isOwn);
      const settled = (row: UploadRow): Attachment | null => {
        if (row.state === 'refused') throw new AppError('attachment_type_not_allowed');
        if (row.state === 'cancelled')
          throw new AppError('state_conflict', {
            message: 'This upload was cancelled. Announce the file again.',
          });
        return attachmentOf(row);
      };
      const known = settled(await find());
      if (known) return known;
      requireEnabled(tenant);
      return inTurn(async () => {
        // Another call may have finished it while this one waited.
        const row = await find();
        const done = settled(row);
        if (done) return done;
        if (row.object === null || row.received_bytes !== row.announced_bytes) {
          throw new AppError('state_conflict', {
            message: 'The bytes that were announced have not all arrived.',
          });
        }
        return inspect(tenant, row, row.object);
      });
    },

    cancel: async (tenantId, uploadId, isOwn) => {
      for (;;) {
        const row = await readOwn(tenantId, uploadId, isOwn);
        if (row.state === 'finished')
          throw new AppError('state_conflict', {
            message: "This upload is finished: it can't be cancelled.",
          });
        // Other bytes may have arrived since the row was read.
        if (row.state !== 'open' || (await close(row, 'cancelled'))) return;
      }
    },

    find: async (tenantId, uploadId) => {
      const row = await read(tenantId, uploadId);
      const attachment = attachmentOf(row);
      if (!attachment || row.message_id === null) throw new AppError('not_found');
      return attachment;
    },

    open: async (query) => {
      const { tenantId } = await linkedTenant('read', query);
      const row = await read(tenantId, query.upload_id);
      const attachment = attachmentOf(row);
      if (!attachment) throw new AppError('not_found');
      if (!isOpenable(attachment)) {
        throw new AppError('state_conflict', { message: 'A scan holds this file back.' });
      }
      if (row.object === null) throw new AppError('not_found');
      return { attachment, stream: await storage.open(row.object) };
    },
  };
}

function requireEnabled({ attachments }: Tenant): void {
  if (!attachments.enabled) throw new AppError('attachments_disabled');
}

/** Reads a stream into one buffer. @throws {AppError} storage_unavailable if it ends early */
async function readAll(stream: Readable, bytes: number): Promise<Buffer> {
  // Each piece is copied when it comes, because concatenating 50 MiB at the end would block for 20 ms.
  const file = Buffer.allocUnsafe(bytes);
  let read = 0;
  try {
    for await (const chunk of stream) read += (chunk as Buffer).copy(file, read);
  } catch (error) {
    throw storageAway(error);
  }
  return file.subarray(0, read);
}
