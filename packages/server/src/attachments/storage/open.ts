import type { AttachmentsConfig } from '../../config/config';
import type { Proxies } from '../../platform/http/service-agent';
import { createDiskStorage } from './disk';
import { createS3Storage } from './s3';
import type { AttachmentStorage } from './storage';

export function openAttachmentStorage(
  config: AttachmentsConfig,
  proxies: Proxies,
): AttachmentStorage {
  if ('folder' in config) return createDiskStorage(config.folder);
  const { accessKeyId, secretAccessKey, ...bucket } = config;
  return createS3Storage(bucket, { accessKeyId, secretAccessKey }, { proxies });
}
