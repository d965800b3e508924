import { createAttachmentLinks } from '../attachments/links';
import { areRemovalsHeld } from '../attachments/backups/removal-hold';
import { createRemovals } from '../attachments/removals';
import { createScanner } from '../attachments/scanning/scanner';
import { createScans } from '../attachments/scanning/scans';
import { openAttachmentStorage } from '../attachments/storage/open';
import { createUploads } from '../attachments/uploads';
import { watchHealth } from '../platform/companion-health';
import { SQLITE } from '../platform/storage/database';
import type { Infrastructure } from './infrastructure';
import type { TenancyPart } from './tenancy';

export type AttachmentsPart = ReturnType<typeof buildAttachments>;

/** Files: their storage, their addresses, and what becomes of them. */
export function buildAttachments(
  { config, keys, database, clock, log, lifecycle }: Infrastructure,
  { directory }: TenancyPart,
) {
  const storage = openAttachmentStorage(config.attachments);
  lifecycle.register({ name: 'storage of files', stop: storage.close });
  const links = createAttachmentLinks({
    baseUrl: config.baseUrl,
    keys: keys.attachmentLink,
    clock,
  });
  const { databaseUrl: url } = config;
  const isHeld = () => url.startsWith(SQLITE) && areRemovalsHeld(url.slice(SQLITE.length));
  const scanner = config.scanner && createScanner({ ...config.scanner, clock });
  return {
    links,
    /** Null: files are not scanned. */
    scans: scanner && createScans({ database, storage, scanner, clock, log }),
    health: watchHealth({ verify: storage.check }),
    removals: createRemovals({ database, storage, clock, log, isHeld }),
    uploads: createUploads({
      database,
      clock,
      directory,
      storage,
      links,
      limits: {
        uploadsPerDay: config.limits.uploads_per_session_day,
        bytesPerDay: config.limits.upload_bytes_per_session_day,
        unfinished: config.limits.unfinished_uploads_per_session,
      },
      isScanned: scanner !== null,
    }),
  };
}
