/** The types that the relay can detect by the bytes of a file. HTML, SVG and XML must never be among them. */
export const ATTACHMENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
  'text/plain',
] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

const MIB = 1024 * 1024;
/** In bytes. A file is in memory while its type is read. */
export const MAX_ATTACHMENT_BYTES = 50 * MIB;
export const MAX_TOTAL_BYTES = 1024 * 1024 * MIB;
