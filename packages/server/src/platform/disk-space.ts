import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** In bytes: what this process may use, without the space that is reserved for root. */
  free: number;
  total: number;
}

/** The room on the disk that holds the folder; null where the file system tells nothing. */
export async function diskSpace(folder: string): Promise<DiskSpace | null> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks > 0 ? { free: bavail * bsize, total: blocks * bsize } : null;
}
