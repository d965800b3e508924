/** Stores that may be blocked, or full: reading gives null then, and what is written lasts as long as the page. */
export interface SafeStorage {
  read(key: string): string | null;
  /** @returns whether it is stored; null removes the value */
  write(key: string, value: string | null): boolean;
}

/** What all tabs of this browser share. */
export const browserStorage = safe(() => localStorage);
/** What this tab keeps over reloads. */
export const tabStorage = safe(() => sessionStorage);

function safe(find: () => Storage): SafeStorage {
  return {
    read(key) {
      try {
        return find().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) find().removeItem(key);
        else find().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
  };
}
