/** Every type that the relay recognises by the bytes of a file. HTML, SVG and XML are never among them. */
export const ATTACHMENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
  'text/plain',
] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** Which files people may send. */
export interface AttachmentSettings {
  enabled: boolean;
  types: AttachmentType[];
  /** The largest file. */
  maxBytes: number;
  /** All files of the tenant together. */
  maxTotalBytes: number;
}

const MIB = 1024 * 1024;
/** A file is in memory while its type is read. */
export const MAX_ATTACHMENT_BYTES = 50 * MIB;
export const MAX_TOTAL_BYTES = 1024 * 1024 * MIB;

/** @param given what a tenant has chosen; the rest gets the defaults */
export function toAttachmentSettings(given: Partial<AttachmentSettings> = {}): AttachmentSettings {
  return {
    enabled: given.enabled ?? false,
    types: given.types ?? [...ATTACHMENT_TYPES],
    maxBytes: given.maxBytes ?? 10 * MIB,
    maxTotalBytes: given.maxTotalBytes ?? 5 * 1024 * MIB,
  };
}
