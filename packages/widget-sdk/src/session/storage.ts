import { toJson } from '../page-proof';

/** The part of the Web Storage interface this client uses. */
export interface StorageLike {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Where the chat is stored: see {@link ChatOptions.persistence}. */
export type Persistence = 'local' | 'session' | 'memory' | 'none';

export interface ChatStorage {
  /** The value last written, by any tab; null if it was removed, undefined when there is none or it can't be read. */
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  /** Whether another chat may read what is stored, such as that of another tab. */
  isShared(): boolean;
}

/** In place of a value that was removed. */
const REMOVED = 'null';

/**
 * A storage that never throws. Browsers refuse storage in many ways (blocked cookies, private windows, a full
 * quota); what can't be stored is kept in memory.
 */
export function createStorage(persistence: Persistence, custom?: StorageLike): ChatStorage {
  const memory = new Map<string, string>();
  let store = custom;
  // Looked up at the first use: a server loads this module without any storage.
  const open = () => (store ??= findStore(persistence));

  return {
    read(key) {
      try {
        const text = memory.get(key) ?? open()?.getItem(key);
        return text ? (JSON.parse(text) as unknown) : undefined;
      } catch {
        return undefined;
      }
    },
    write(key, value) {
      const text = toJson(value);
      try {
        const target = open();
        if (target) {
          target.setItem(key, text);
          memory.delete(key);
          return;
        }
      } catch {
        // Kept in memory below, where it hides an older stored value.
      }
      memory.set(key, text);
    },
    remove(key) {
      memory.delete(key);
      try {
        // Another tab tells it from a storage that the page has cleared.
        if (open()?.getItem(key)) open()?.setItem(key, REMOVED);
      } catch {
        // A storage that becomes unreachable keeps nothing readable.
      }
    },
    isShared: () => open() !== undefined,
  };
}

function findStore(persistence: Persistence): StorageLike | undefined {
  if (persistence === 'local') return reach('localStorage') ?? reach('sessionStorage');
  return persistence === 'session' ? reach('sessionStorage') : undefined;
}

function reach(name: 'localStorage' | 'sessionStorage'): StorageLike | undefined {
  try {
    const found = globalThis[name]; // throws in a sandboxed frame, or where cookies are blocked
    found.setItem(name, ''); // throws where the quota is full
    found.removeItem(name);
    return found;
  } catch {
    return undefined;
  }
}
