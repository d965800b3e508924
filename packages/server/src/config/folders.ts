import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** @returns why no folder can be at this path; null: it is there, or can be made */
export function folderProblem(path: string): string | null {
  if (/^~|^\$/.test(path)) return `${path} begins with what a shell replaces: write the whole path`;
  const end = existing(resolve(path));
  return end.isFolder ? null : `${path} can't be a folder: ${end.path} is a file`;
}

/** @returns why no file can be written at this path */
export function fileProblem(path: string): string | null {
  const end = existing(resolve(path));
  if (end.isFolder && end.path === resolve(path)) return `${path} is a folder: name a file in it`;
  return folderProblem(dirname(path));
}

/** The part of the path that is there. */
function existing(path: string): { path: string; isFolder: boolean } {
  const found = statOf(path);
  if (found !== null) return { path, isFolder: found.isDirectory() };
  return existing(dirname(path));
}

/** Null also for a path below a file, and for one that this user may not look at. */
function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
