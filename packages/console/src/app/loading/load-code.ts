const RELOADED = 'relay-console.reloaded';

/**
 * Fetches code when it is needed. After an upgrade of the relay the code that an open tab asks for may
 * be gone: then the tab loads itself again, once.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    const code = await load();
    sessionStorage.removeItem(RELOADED);
    return code;
  } catch (error) {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED)) throw error;
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
    return new Promise<never>(() => {}); // the page is about to go
  }
}
