import { tabStorage } from '../../browser/storage';

const RELOADED = 'relay-console.reloaded';

/**
 * Fetches code when it is needed. After an upgrade of the relay the code that an open tab asks for may
 * be gone: then the tab loads itself again, once.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    const code = await load();
    tabStorage.write(RELOADED, null);
    return code;
  } catch (error) {
    // Where the tab can't remember that it did so, it would load itself again for ever.
    const mayReload = navigator.onLine && !tabStorage.read(RELOADED);
    if (!mayReload || !tabStorage.write(RELOADED, 'yes')) throw error;
    location.reload();
    return new Promise<never>(() => {}); // the page is about to go
  }
}
