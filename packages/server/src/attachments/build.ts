import { createRequireFreeSpace } from './arrivals/free-space';
import { createReceive } from './arrivals/receive';
import { createRunningPuts } from './arrivals/running';
import { createArrivalSweep } from './arrivals/sweep';
import { createTransferMs } from './arrivals/transfer-time';
import { createDownloads } from './downloads';
import { createAttachmentLinks } from './links';
import { createDeleteUnbound } from './removal/unbound';
import { areRemovalsHeld } from './backups/removal-hold';
import { createRemovals } from './removal/removals';
import { createScanner } from './scanning/scanner';
import { createScans } from './scanning/scans';
import { openAttachmentStorage } from './storage/open';
import { createUploads } from './uploads';
import { watchHealth } from '../platform/companion-health';
import { rateKey } from '../platform/rate-limits/client-address';
import { keyedHashes } from '../platform/security/keyed-hash';
import { SQLITE, type Database } from '../platform/storage/database';
import type { Config } from '../config/config';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Keys } from '../platform/security/keys';
import type { Lifecycle } from '../platform/tasks/lifecycle';
import type { TenantDirectory } from '../tenants/directory';

export interface AttachmentsDeps {
  config: Config;
  keys: Keys;
  database: Database;
  clock: Clock;
  log: Logger;
  lifecycle: Lifecycle;
  directory: TenantDirectory;
}

export type AttachmentsBuilt = ReturnType<typeof buildAttachments>;

/** Builds the storage of files, their addresses, uploads and scans. */
export function buildAttachments({
  config,
  keys,
  database,
  clock,
  log,
  lifecycle,
  directory,
}: AttachmentsDeps) {
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
    /** Null if files are not scanned. */
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
    /** A keyed hash of a network. It is the same for all tenants, because the limits of a network are. */
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
