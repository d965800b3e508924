import type { IssuedToken } from './http';
import type { ChatStorage } from './storage';

/** The stored part of a session. `skewMs` is the relay's clock minus this device's, once known. */
export interface SessionRecord extends IssuedToken {
  skewMs: number;
  /** The mailed link by which the session was opened. */
  link?: string;
}

export interface StoredRecord {
  /** Returns the stored record, which another tab may have changed. */
  read(): SessionRecord | undefined;
  write(record: SessionRecord): void;
  remove(): void;
}

/** The number of replaced tokens to remember: more than a tab that slept can have missed. */
const MAX_OUTDATED = 20;

/**
 * Keeps the session's record, in a storage that the page may clear at any time: each tab then stores its copy again.
 * A tab that slept may store an outdated token; a tab that knows a newer one corrects it.
 */
export function createRecord(storage: ChatStorage, key: string): StoredRecord {
  let latest: SessionRecord | undefined;
  let outdated: readonly string[] = [];

  function turnTo(next: SessionRecord | undefined) {
    if (latest && latest.visitorToken !== next?.visitorToken)
      outdated = [...outdated, latest.visitorToken].slice(-MAX_OUTDATED);
    latest = next;
  }

  function correct() {
    if (latest) storage.write(key, latest);
    else storage.remove(key);
  }

  return {
    read() {
      const stored = storage.read(key) as SessionRecord | null | undefined;
      const isCleared = stored === undefined;
      const token = stored?.visitorToken;
      if (isCleared ? latest : token && outdated.includes(token)) correct();
      else if (!isCleared) turnTo(token ? stored! : undefined);
      return latest;
    },
    write(record) {
      turnTo(record);
      storage.write(key, record);
    },
    remove() {
      turnTo(undefined);
      storage.remove(key);
    },
  };
}
