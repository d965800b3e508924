import { join } from 'node:path';
import { createAttachmentLinks } from '../attachments/links';
import { createRemovals } from '../attachments/removals';
import { createDiskStorage } from '../attachments/storage/disk';
import { createUploads } from '../attachments/uploads';
import type { Infrastructure } from './infrastructure';
import type { TenancyPart } from './tenancy';

export type AttachmentsPart = ReturnType<typeof buildAttachments>;

/** Files: their storage, their addresses, and what becomes of them. */
export function buildAttachments(
  { config, keys, database, clock, log }: Infrastructure,
  { directory }: TenancyPart,
) {
  const storage = createDiskStorage(join(config.dataDir, 'attachments'));
  const links = createAttachmentLinks({
    baseUrl: config.baseUrl,
    keys: keys.attachmentLink,
    clock,
  });
  return {
    links,
    removals: createRemovals({ database, storage, clock, log }),
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
      isScanned: false,
    }),
  };
}
