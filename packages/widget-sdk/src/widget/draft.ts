import { createStorage, type Persistence } from '../session/storage';

/** What the visitor has typed and not sent: it survives a reload, in this tab only. */
export interface Draft {
  read(): string;
  write(text: string): void;
}

/** Nothing is written to the device if the page does not want it. */
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
