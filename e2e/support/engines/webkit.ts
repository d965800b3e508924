import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort, waitUntilAnswering } from '../../../scripts/lib/ports.mjs';
import { startSession, type WebDriverSession } from './webdriver';
import type { DrivenBrowser } from './page';

const START_MS = 10_000;

/**
 * WebKitGTK's MiniBrowser by its WebDriver, on the X display that `TEST_WEBKIT_DISPLAY` names. It
 * keeps its profile in memory. Its windows are at least 447 pixels wide.
 */
export async function launchWebKit(): Promise<DrivenBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'chat-relay-webkit-'));
  const port = await anyFreePort();
  // The driver is killed when this process ends for any reason, and the browser ends with its display.
  const driver = spawn('setpriv', ['--pdeathsig', 'KILL', 'WebKitWebDriver', `--port=${port}`], {
    // A separate process group contains every process of the browser.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: process.env['TEST_WEBKIT_DISPLAY'],
      HOME: home,
      XDG_RUNTIME_DIR: home,
      // The machine has no graphics card.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const isAlive = () => driver.pid !== undefined && driver.exitCode === null;

  async function close(session?: WebDriverSession): Promise<void> {
    await session?.end().catch(() => undefined); // it may have crashed
    try {
      if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGKILL');
    } catch {
      // All processes have ended already.
    }
    rmSync(home, { recursive: true, force: true });
  }

  try {
    await waitUntilAnswering(port, {
      greeting: 'GET /status HTTP/1.0\r\n\r\n',
      timeoutMs: START_MS,
      isAlive,
    });
    const session = await startSession(`http://127.0.0.1:${port}`, { acceptInsecureCerts: true });
    return { newPage: session.newWindow, close: () => close(session) };
  } catch (error) {
    await close();
    throw error;
  }
}
