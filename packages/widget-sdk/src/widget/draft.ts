import { createStorage, type Persistence } from '../session/storage';

/** Unsent text of the visitor. It survives a reload, in this tab only. */
export interface Draft {
  read(): string;
  write(text: string): void;
}

/** @param persistence the page's choice; with `memory` or `none` nothing is written to the device */
export function createDraft(key: string, persistence: Persistence = 'local'): Draft {
  const storage = createStorage(persistence === 'local' ? 'session' : persistence);
  return {
    read() {
      const text = storage.read(key);
      return typeof text === 'string' ? text : '';
    },
    write(text) {
      if (text) storage.write(key, text);
      else storage.remove(key);
    },
  };
}
