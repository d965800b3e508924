import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { EXIT, ExitError } from '../errors';

/** A listener's position: everything before `sinceMs` was forwarded, and the events in `forwarded`. */
export interface Position {
  sinceMs: number;
  /** The `event_id`s of events since `sinceMs` that were forwarded. */
  forwarded: Set<string>;
  /** The secret that it signs with; null if the environment sets it. */
  secret: string | null;
}

/**
 * Returns the file for a tenant and a profile, `$XDG_STATE_HOME/chat-relay/listen/…`, by default below
 * `~/.local/state`. A relative XDG_STATE_HOME is ignored, as the XDG specification demands.
 */
export function positionFile(
  profileName: string,
  tenantId: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const configured = env['XDG_STATE_HOME'] ?? '';
  const folder = isAbsolute(configured) ? configured : join(homedir(), '.local', 'state');
  return join(folder, 'chat-relay', 'listen', `${profileName}.${tenantId}`);
}

/** Reads the position of the last run, or null. @throws {ExitError} 1 if the file is damaged */
export function readPosition(file: string): Position | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new ExitError(EXIT.failed, `${file} can't be read: check its owner and mode.`, {
      cause: error,
    });
  }
  // A line that a crash cut short has no line break: its event is sent once more.
  const [first = '', ...ids] = text.slice(0, text.lastIndexOf('\n')).split('\n');
  const head = headOf(first);
  if (head) return { ...head, forwarded: new Set(ids) };
  throw new ExitError(EXIT.failed, `${file} is damaged: remove it, and the listener starts over.`);
}

function headOf(line: string): Pick<Position, 'sinceMs' | 'secret'> | null {
  try {
    const { since, secret } = JSON.parse(line) as { since?: unknown; secret?: unknown };
    const sinceMs = Date.parse(String(since));
    if (Number.isNaN(sinceMs) || (secret !== null && typeof secret !== 'string')) return null;
    return { sinceMs, secret };
  } catch {
    return null;
  }
}

export function writePosition(file: string, { sinceMs, forwarded, secret }: Position): void {
  const head = JSON.stringify({ since: new Date(sinceMs).toISOString(), secret });
  // Written to a second file that is then renamed: after a crash there is the old file or the new one, and never a file
  // that others may read.
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, `${[head, ...forwarded].join('\n')}\n`, { mode: 0o600 });
  chmodSync(aside, 0o600);
  renameSync(aside, file);
}

/** Appends a forwarded id. It is stored even if this process is killed. */
export function noteForwarded(file: string, eventId: string): void {
  try {
    appendFileSync(file, `${eventId}\n`);
  } catch (error) {
    throw new ExitError(EXIT.failed, `${file} can't be written: is the disk full?`, {
      cause: error,
    });
  }
}

/** Moves the position's time forward, and drops the ids of events before it. */
export function advance(position: Position, sinceMs: number): void {
  position.sinceMs = Math.max(position.sinceMs, sinceMs);
  for (const eventId of position.forwarded) {
    if (madeAtMs(eventId) < position.sinceMs) position.forwarded.delete(eventId);
  }
}

/** The time in a UUID v7, at which it was made. It is not before the event's time. */
function madeAtMs(eventId: string): number {
  return Number.parseInt(eventId.replace('-', '').slice(0, 12), 16);
}

/**
 * Locks the file, so that no second listener uses it. Returns a function that releases the lock.
 * @throws {ExitError} 2 while another process uses it
 */
export function lockPosition(file: string): () => void {
  const lock = `${file}.lock`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unwritable(file, error);
  }
  for (let isFirstTry = true; ; isFirstTry = false) {
    try {
      writeFileSync(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw unwritable(file, error);
      const holder = holderOf(lock);
      if (holder !== null || !isFirstTry) {
        const who = holder === null ? 'Another process' : `Process ${holder}`;
        const message = `${who} listens for this tenant already. Stop it, or use another --profile.`;
        throw new ExitError(EXIT.usage, message, { cause: error });
      }
      rmSync(lock, { force: true }); // left by one that was killed
    }
  }
}

function unwritable(file: string, cause: unknown): ExitError {
  const message = `${dirname(file)} can't be written: check its owner and mode, or set XDG_STATE_HOME to another folder.`;
  return new ExitError(EXIT.failed, message, { cause });
}

/** Returns the process that has the lock; null if it does not run any more. */
function holderOf(lock: string): number | null {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    if (!Number.isSafeInteger(holder) || holder <= 0) return null;
    process.kill(holder, 0);
    return holder;
  } catch (error) {
    // EPERM means that it runs, as another user.
    return codeOf(error) === 'EPERM' ? Number(readFileSync(lock, 'utf8')) : null;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
