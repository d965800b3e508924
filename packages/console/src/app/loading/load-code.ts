import { tabStorage } from '../../browser/storage';

const RELOADED = 'relay-console.reloaded';

/**
 * Loads a part of the code when it is needed. After an upgrade of the relay, the files that an open tab asks for may no
 * longer exist: the tab then reloads itself, once.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    const code = await load();
    tabStorage.write(RELOADED, null);
    return code;
  } catch (error) {
    // A tab that can't store that it has reloaded would do so endlessly.
    const mayReload = navigator.onLine && !tabStorage.read(RELOADED);
    if (!mayReload || !tabStorage.write(RELOADED, 'yes')) throw error;
    location.reload();
    return new Promise<never>(() => {}); // the page is reloading
  }
}
