import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

/** Writes to a file until its disk has `leaveBytes` left. */
export function fillDisk(file: string, leaveBytes = 0): void {
  const descriptor = openSync(file, 'w');
  const free = () => {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  };
  try {
    while (free() > leaveBytes || leaveBytes === 0) writeSync(descriptor, Buffer.alloc(4_096, 1));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(descriptor);
  }
}

/** A small disk of its own for a test: only root may mount one. */
export function mountDisk(size: string): { folder: string; unmount(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  } catch (cause) {
    throw new Error('this test mounts a small disk: run it as root, with CAP_SYS_ADMIN', { cause });
  }
  return {
    folder,
    unmount: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
