import { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { newId } from '../../ids';
import { codeOf } from '../failures';
import { loadSqlite } from './node-sqlite.js';

/** A step of 4 MB, or 8 MB in an older database. A signal ends a copy between two steps. */
const PAGES_A_STEP = 2_000;

/**
 * Copies a SQLite database as it is now into one new file, readable for its user alone. Others write to the
 * database meanwhile. The file gets its name when it is whole and on the disk.
 * @param complete copies what belongs to the copy, and is given its path; then the file gets its name
 * @throws an error with `code` EEXIST if `to` exists; it stays as it is
 */
export async function copySqlite(
  from: string,
  to: string,
  { ended, complete }: { ended?: AbortSignal; complete?(copy: string): Promise<void> } = {},
): Promise<void> {
  assertAbsent(to);
  const partial = `${to}.${newId()}.partial`;
  const remove = () => {
    for (const suffix of ['', '-journal', '-wal', '-shm'])
      rmSync(partial + suffix, { force: true });
  };
  ended?.addEventListener('abort', remove);
  try {
    await copySnapshot(from, partial);
    await complete?.(partial);
    ended?.throwIfAborted();
    publish(partial, to);
  } finally {
    remove();
  }
}

async function copySnapshot(from: string, to: string): Promise<void> {
  const { DatabaseSync, backup } = loadSqlite();
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    // Without one snapshot for all steps, each commit of the relay would make the copy start over.
    source.exec('BEGIN');
    source.prepare('SELECT name FROM sqlite_schema').all();
    await backup(source, to, { rate: PAGES_A_STEP });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  // Without a write-ahead log the copy is one file, which a read-only disk can hold. A relay's first start adds a log.
  copy.exec('PRAGMA journal_mode = DELETE');
  copy.close();
}

function publish(partial: string, to: string): void {
  try {
    linkSync(partial, to); // unlike a rename, it never replaces a file
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // Some file systems, such as FAT and SMB, have no links.
    assertAbsent(to);
    renameSync(partial, to);
  }
  const folder = openSync(dirname(to), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function assertAbsent(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST' });
}
