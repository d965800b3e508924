import { createStorage, type Persistence } from '../session/storage';

/** What the visitor has typed and not sent: it outlives a reload, in this tab alone. */
export interface Draft {
  read(): string;
  write(text: string): void;
}

/** Nothing is written to the device where the page wants nothing written there. */
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
