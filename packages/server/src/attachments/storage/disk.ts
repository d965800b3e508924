import { access, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { diskSpace } from '../../platform/disk-space';
import { AppError } from '../../platform/errors';
import { storageAway, type AttachmentStorage } from './storage';

/** The extension of a file that is still arriving. */
const PART = '.part';

export interface DiskStorage extends AttachmentStorage {
  /** In bytes; null if the file does not exist. @throws {AppError} storage_unavailable */
  sizeOf(name: string): Promise<number | null>;
}

/** Stores files in a folder, in 256 subfolders by the beginning of their names. */
export function createDiskStorage(folder: string): DiskStorage {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);

  return {
    put: async (name, source) => {
      const path = pathOf(name);
      await attempt(() => makeFolder(dirname(path)));
      const file = await attempt(() => open(path + PART, 'wx', 0o600));
      try {
        for await (const chunk of source) await attempt(() => file.writeFile(chunk));
        await attempt(() => file.sync());
      } finally {
        await file.close();
      }
      await attempt(async () => {
        await rename(path + PART, path);
        await syncFolder(dirname(path));
      });
    },

    open: async (name) => {
      try {
        const file = await open(pathOf(name), 'r');
        return file.createReadStream() as Readable;
      } catch (error) {
        if (isMissing(error)) throw new AppError('not_found', { cause: error });
        throw storageAway(error);
      }
    },

    sizeOf: async (name) => {
      try {
        return (await stat(pathOf(name))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw storageAway(error);
      }
    },

    freeBytes: () =>
      attempt(async () => {
        await makeFolder(folder);
        return (await diskSpace(folder))?.free ?? null;
      }),

    check: () =>
      attempt(async () => {
        await makeFolder(folder);
        await access(folder, constants.R_OK | constants.W_OK);
      }),

    close: async () => {},

    remove: async (name) => {
      const path = pathOf(name);
      await attempt(async () => {
        await Promise.all([rm(path, { force: true }), rm(path + PART, { force: true })]);
      });
    },
  };
}

/** Makes a folder that survives a crash: a new folder is durable once its parent is on disk. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageAway(error);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
