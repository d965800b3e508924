import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** For this process, in bytes. */
  free: number;
  total: number;
}

/** The room on the disk that holds the folder; null where the file system tells nothing. */
export async function diskSpace(folder: string): Promise<DiskSpace | null> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks > 0 ? { free: bavail * bsize, total: blocks * bsize } : null;
}
