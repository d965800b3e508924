/** A storage that may be blocked or full. It then reads null, and what is written lasts as long as the page. */
export interface SafeStorage {
  read(key: string): string | null;
  /** Null removes the value. @returns whether it was stored */
  write(key: string, value: string | null): boolean;
}

/** Shared by all tabs of this browser. */
export const browserStorage = safe(() => localStorage);
/** Kept for this tab alone, over reloads. */
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
