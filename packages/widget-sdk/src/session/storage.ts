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
  /** The value last written by any tab; null if it was removed, undefined if there is none or it can't be read. */
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  /** True if another chat may read what is stored, such as one in another tab. */
  isShared(): boolean;
}

/** The text stored in place of a removed value, so that other tabs see a removal and not a cleared storage. */
const REMOVED = 'null';

/**
 * A storage that never throws. Browsers refuse storage in many ways (blocked cookies, private windows, a full
 * quota); what can't be stored is kept in memory.
 */
export function createStorage(persistence: Persistence, custom?: StorageLike): ChatStorage {
  const memory = new Map<string, string>();
  let store = custom;
  // Opened on first use, because a server loads this module without any storage.
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
        // The value is kept in memory below, where it hides an older stored one.
      }
      memory.set(key, text);
    },
    remove(key) {
      memory.delete(key);
      try {
        // The marker tells other tabs a removal from a storage that the page has cleared.
        if (open()?.getItem(key)) open()?.setItem(key, REMOVED);
      } catch {
        // An unreachable storage returns nothing when it is read.
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
