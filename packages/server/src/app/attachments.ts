import { createRequireFreeSpace } from '../attachments/arrivals/free-space';
import { createReceive } from '../attachments/arrivals/receive';
import { createRunningPuts } from '../attachments/arrivals/running';
import { createArrivalSweep } from '../attachments/arrivals/sweep';
import { createTransferMs } from '../attachments/arrivals/transfer-time';
import { createDownloads } from '../attachments/downloads';
import { createAttachmentLinks } from '../attachments/links';
import { createDeleteUnbound } from '../attachments/removal/unbound';
import { areRemovalsHeld } from '../attachments/backups/removal-hold';
import { createRemovals } from '../attachments/removal/removals';
import { createScanner } from '../attachments/scanning/scanner';
import { createScans } from '../attachments/scanning/scans';
import { openAttachmentStorage } from '../attachments/storage/open';
import { createUploads } from '../attachments/uploads';
import { watchHealth } from '../platform/companion-health';
import { rateKey } from '../platform/rate-limits/client-address';
import { keyedHashes } from '../platform/security/keyed-hash';
import { SQLITE } from '../platform/storage/database';
import type { Infrastructure } from './infrastructure';
import type { TenancyPart } from './tenancy';

export type AttachmentsPart = ReturnType<typeof buildAttachments>;

/** Files: their storage, their addresses, and what becomes of them. */
export function buildAttachments(
  { config, keys, database, clock, log, lifecycle }: Infrastructure,
  { directory }: TenancyPart,
) {
  const storage = openAttachmentStorage(config.attachments, config.proxies);
  lifecycle.register({ name: 'storage of files', stop: storage.close });
  const links = createAttachmentLinks({
    baseUrl: config.baseUrl,
    keys: keys.attachmentLink,
    clock,
  });
  const requireFreeSpace = createRequireFreeSpace(storage, config.uploadsMinFreeBytes);
  const transferMs = createTransferMs({
    graceS: config.limits.transfer_grace_s,
    bytesPerS: config.limits.transfer_bytes_per_s,
  });
  const running = createRunningPuts({ database, clock, directory, log });
  const arrivals = createArrivalSweep({ database, clock });
  lifecycle.register({
    name: 'leases of uploads',
    start: arrivals.recover,
    stop: async () => running.close(),
  });
  const { databaseUrl: url, limits } = config;
  const isHeld = () => url.startsWith(SQLITE) && areRemovalsHeld(url.slice(SQLITE.length));
  const receive = createReceive({
    database,
    clock,
    storage,
    running,
    requireFreeSpace,
    transferMs,
    limits: {
      putsPerUpload: limits.puts_per_upload,
      perSession: limits.arriving_uploads_per_session,
      perNetwork: limits.arriving_uploads_per_ip,
      perTenant: limits.arriving_uploads_per_tenant,
      perNode: limits.arriving_uploads_per_node,
    },
  });
  const scanner =
    config.scanner && createScanner({ ...config.scanner, proxies: config.proxies, clock });
  return {
    links,
    /** Null: files are not scanned. */
    scans: scanner && createScans({ database, storage, scanner, clock, log }),
    health: watchHealth({
      verify: async () => {
        await storage.check();
        await requireFreeSpace(0);
      },
    }),
    removals: createRemovals({ database, storage, clock, log, isHeld }),
    transferMs,
    deleteUnbound: createDeleteUnbound({ database, clock }),
    arrivals,
    downloads: createDownloads({
      perNetwork: limits.open_downloads_per_ip,
      perNode: limits.open_downloads_per_node,
    }),
    /** Over all tenants. */
    networkOf: (ip: string) => keyedHashes(keys.visitorBlock, `upload|${rateKey(ip)}`)[0],
    uploads: createUploads({
      database,
      clock,
      directory,
      storage,
      links,
      receive,
      running,
      requireFreeSpace,
      limits: {
        uploadsPerDay: limits.uploads_per_session_day,
        bytesPerDay: limits.upload_bytes_per_session_day,
        unfinished: limits.unfinished_uploads_per_session,
      },
      isScanned: scanner !== null,
    }),
  };
}
