import { HOUR, MINUTE, SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { createAwaitedSignal, createSignal, type Listen } from '../../platform/signal';
import type { Database, Tx } from '../../platform/storage/database';
import { forUpdate } from '../../platform/storage/sql';
import { listColumns } from '../../platform/storage/table';
import type { Attachment } from '../attachment';
import { attachmentOf } from '../binding';
import { UPLOADS, type UploadRow } from '../model';
import { queueRemoval } from '../removal/queue';
import type { AttachmentStorage } from '../storage/storage';
import { bookedBytes, giveBack } from '../totals';
import { SCAN_TIMEOUT_MS, type Scanner } from './scanner';

/** A file of a message, with the result of its scan. */
export interface ScannedMessage {
  tenantId: string;
  sessionId: string;
  messageId: string;
  seq: number;
  attachment: Attachment;
}

/** Scans files, which can be opened only afterwards. */
export interface Scans {
  /** Begins to scan files that are due, a few at once, and does not wait for the results. */
  begin(isStopped: () => boolean): Promise<void>;
  /** Stops running scans; their files are due again soon. */
  abandon(): Promise<void>;
  /** Runs in the transaction that stores the result. */
  onSettling: Listen<ScannedMessage & { tx: Tx }, Promise<void>>;
  onSettled: Listen<ScannedMessage>;
}

export interface ScansOptions {
  database: Database;
  storage: Pick<AttachmentStorage, 'open'>;
  scanner: Scanner;
  clock: Clock;
  log: Logger;
}

/** The number of files that a node scans at once. */
const AT_ONCE = 4;
/** In ms. Longer than a scan may take: when it ends, the node has died, and another one scans. */
const LEASE_MS = SCAN_TIMEOUT_MS + 30 * SECOND;
/** In ms. The waits after failed attempts; the last one repeats. */
const RETRIES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR];
const SPREAD = 0.2;

export function createScans({ database, storage, scanner, clock, log }: ScansOptions): Scans {
  const settling = createAwaitedSignal<ScannedMessage & { tx: Tx }>();
  const settled = createSignal<ScannedMessage>('scanned', log);

  /** Leases a file that is due, so that no other node scans it at the same time; null if there is none. */
  const claim = async (): Promise<UploadRow | null> => {
    const rows = await database.read.rows<UploadRow>(
      `SELECT ${listColumns(UPLOADS)} FROM uploads WHERE scan_due_at <= ?
       ORDER BY scan_due_at LIMIT ${AT_ONCE}`,
      [clock()],
    );
    for (const row of rows) {
      const { tenant_id: tenantId, upload_id: uploadId, scan_attempts: attempts } = row;
      const claimed = await database.transaction((tx) =>
        tx.run(
          `UPDATE uploads SET scan_attempts = scan_attempts + 1, scan_due_at = ?
           WHERE tenant_id = ? AND upload_id = ? AND scan = 'pending' AND scan_attempts = ?
             AND scan_due_at = ?`,
          [clock() + LEASE_MS, tenantId, uploadId, attempts, row.scan_due_at],
        ),
      );
      if (claimed === 1) return { ...row, scan_attempts: attempts + 1 };
    }
    return null;
  };

  /** Stores the result, if this attempt still has the lease. */
  const settle = async (claimed: UploadRow, scan: 'clean' | 'infected'): Promise<void> => {
    const { tenant_id: tenantId, upload_id: uploadId } = claimed;
    const scanned = await database.transaction(async (tx) => {
      const [row] = await tx.rows<UploadRow>(
        `SELECT ${listColumns(UPLOADS)} FROM uploads
         WHERE tenant_id = ? AND upload_id = ?${forUpdate(tx.dialect)}`,
        [tenantId, uploadId],
      );
      if (row?.scan !== 'pending' || row.scan_attempts !== claimed.scan_attempts) return null;
      const isInfected = scan === 'infected';
      await tx.run(
        `UPDATE uploads SET scan = ?, scan_due_at = NULL${isInfected ? ', object = NULL, booked_bytes = 0' : ''}
         WHERE tenant_id = ? AND upload_id = ?`,
        [scan, tenantId, uploadId],
      );
      if (isInfected) {
        if (row.object !== null) await queueRemoval(tx, tenantId, [row.object], clock());
        await giveBack(tx, tenantId, bookedBytes(row));
      }
      const attachment = attachmentOf({ ...row, scan });
      if (!attachment || row.message_id === null || row.seq === null) return null;
      const { session_id: sessionId, message_id: messageId, seq } = row;
      const message = { tenantId, sessionId, messageId, seq, attachment };
      await settling.emit({ ...message, tx });
      return message;
    });
    if (scan === 'infected') {
      const ids = { tenant_id: tenantId, upload_id: uploadId };
      log.warn({ event: 'attachments.infected', ...ids }, 'a file is infected and was removed');
    }
    if (scanned) settled.emit(scanned);
  };

  const postpone = async ({ tenant_id, upload_id, scan_attempts: attempts }: UploadRow) => {
    const waitMs = RETRIES_MS[Math.min(attempts, RETRIES_MS.length) - 1]!; // never below the first
    const dueAt = clock() + Math.round(waitMs * (1 + SPREAD * (2 * Math.random() - 1)));
    await database.transaction((tx) =>
      tx.run(
        `UPDATE uploads SET scan_due_at = ?
         WHERE tenant_id = ? AND upload_id = ? AND scan = 'pending' AND scan_attempts = ?`,
        [dueAt, tenant_id, upload_id, attempts],
      ),
    );
  };

  const scanOne = async (row: UploadRow): Promise<void> => {
    const { tenant_id: tenantId, upload_id: uploadId, object } = row;
    const file = attachmentOf(row);
    try {
      if (!file || object === null) throw new Error('the file has no bytes');
      const content = await storage.open(object);
      await settle(row, await scanner.scan({ ...file, tenantId }, content));
    } catch (err) {
      const ids = { tenant_id: tenantId, upload_id: uploadId, attempts: row.scan_attempts };
      log.warn({ event: 'attachments.scan_failed', err, ...ids }, 'could not scan a file yet');
      // If this fails as well, the file is due when its lease ends.
      await postpone(row).catch(() => undefined);
    }
  };

  const running = new Set<Promise<void>>();

  return {
    begin: async (isStopped) => {
      while (running.size < AT_ONCE && !isStopped()) {
        const row = await claim();
        if (!row) return;
        const scanning = scanOne(row).finally(() => running.delete(scanning));
        running.add(scanning);
      }
    },
    abandon: async () => {
      await scanner.close();
      await Promise.all(running);
    },
    onSettling: settling.on,
    onSettled: settled.on,
  };
}
