import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Debian's headless Chromium shell: the same engine with a third of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const COMPLETE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** @param options whether the tests need a complete browser, such as its back/forward cache */
export function launchBrowser({ isComplete = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: !isComplete && existsSync(SHELL) ? SHELL : COMPLETE,
    // A visitor's browser has the back/forward cache that Playwright switches off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
}

export interface Line {
  kind: string;
  seq: number | null;
  content: string;
}

/** The messages in the panel. */
export function linesOf(page: Page): Promise<Line[]> {
  return page.$$eval('#chat-messages .message', (items) =>
    items.map((item) => ({
      kind: item.classList[1] ?? '',
      seq: item instanceof HTMLElement && item.dataset['seq'] ? Number(item.dataset['seq']) : null,
      content: item.querySelector('.content')?.textContent ?? '',
    })),
  );
}

/** Waits until a message of this kind is there, stored by the relay. */
export async function seen(page: Page, kind: string, content: RegExp): Promise<void> {
  const line = {
    kind,
    seq: expect.any(Number) as number,
    content: expect.stringMatching(content) as string,
  };
  await expect.poll(() => linesOf(page), { timeout: 20_000 }).toContainEqual(line);
}

/** Violations of the page's content security policy so far. */
export function violationsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
}

/** The label of the focused element, through shadow roots. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
  });
}
