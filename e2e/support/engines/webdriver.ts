import type { DrivenPage } from './page';

/** Longer than any command needs: a driver that hangs fails the test and not the run. */
const COMMAND_MS = 20_000;
/** The key under which WebDriver refers to elements (W3C WebDriver, "Elements"). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** WebDriver's code for the Enter key. */
const ENTER = '\uE007';

/** A session of a WebDriver server. */
export interface WebDriverSession {
  newWindow(): Promise<DrivenPage>;
  end(): Promise<void>;
}

/** @param driverUrl where the server listens @param capabilities what every browser has to match */
export async function startSession(
  driverUrl: string,
  capabilities: Record<string, unknown>,
): Promise<WebDriverSession> {
  const call = async (method: string, path: string, body: object = {}): Promise<unknown> => {
    const response = await fetch(`${driverUrl}/session${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(COMMAND_MS),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const { sessionId } = (await call('POST', '', {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string };
  let isFirst = true;
  let current = '';
  /** Queue of commands: those of two windows must not interleave. */
  let turn: Promise<unknown> = Promise.resolve();

  /** Runs a command in a window. */
  function command(window: string, method: string, path: string, body?: object): Promise<unknown> {
    const run = async () => {
      if (current !== window) await call('POST', `/${sessionId}/window`, { handle: window });
      current = window;
      return call(method, `/${sessionId}${path}`, body);
    };
    turn = turn.then(run, run);
    return turn;
  }

  return {
    async newWindow() {
      // A window, not a tab: WebKitGTK doesn't run the scripts of a second tab.
      const opened = isFirst
        ? { handle: await call('GET', `/${sessionId}/window`) }
        : await call('POST', `/${sessionId}/window/new`, { type: 'window' });
      isFirst = false;
      const { handle } = opened as { handle: string };
      return drive((method, path, body) => command(handle, method, path, body));
    },
    end: async () => void (await call('DELETE', `/${sessionId}`)),
  };
}

function drive(
  command: (method: string, path: string, body?: object) => Promise<unknown>,
): DrivenPage {
  const evaluate = (expression: string) =>
    command('POST', '/execute/sync', { script: `return (${expression})`, args: [] });
  return {
    goto: async (url) => void (await command('POST', '/url', { url })),
    evaluate,
    async element(expression) {
      const found = (await evaluate(expression)) as { [ELEMENT]: string } | null;
      if (!found) return null;
      const act = async (action: string, body?: object) =>
        void (await command('POST', `/element/${found[ELEMENT]}/${action}`, body));
      return {
        click: () => act('click'),
        type: (text) => act('value', { text }),
        pressEnter: () => act('value', { text: ENTER }),
      };
    },
    async resize(width, height) {
      const rect = { width, height };
      await command('POST', '/window/rect', rect);
    },
  };
}
