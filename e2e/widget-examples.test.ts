import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startScriptedRelay,
  type ScriptedRelay,
} from '../packages/widget-sdk/test/support/scripted-relay';
import { launchBrowser, seen } from './support/widget-browser';

/** These run as they are, with the package as it was built. */
const EXAMPLES = new URL('../examples/', import.meta.url);

describe('the examples of the widget', () => {
  let browser: Browser;
  let relay: ScriptedRelay;
  const stopping: (() => unknown)[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    relay = await startScriptedRelay();
  });
  afterEach(async () => {
    for (const stop of stopping.splice(0).toReversed()) await stop();
  });

  /** Starts an example and gives what it has said so far. */
  function run(name: string, env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['src/main.mjs'], {
      cwd: new URL(`widget-${name}/`, EXAMPLES),
      env: {
        ...process.env,
        PORT: '0',
        RELAY_URL: relay.url,
        TENANT_ID: 'tenant',
        WIDGET_KEY: 'pk_test',
        ORIGIN: 'https://shop.example',
        ...env,
      },
      stdio: 'pipe',
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    let warned = '';
    child.stderr.on('data', (chunk: Buffer) => (warned += chunk.toString()));
    stopping.push(async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
    return { child, printed: () => printed, warned: () => warned };
  }

  async function visit(name: string, told: string[] = []): Promise<Page> {
    const { printed } = run(name);
    await expect.poll(printed, { timeout: 10_000 }).toMatch(/listening on \d+/);
    const page = await browser.newPage();
    stopping.push(() => page.close());
    page.on('console', (line) => told.push(line.text()));
    await page.goto(`http://127.0.0.1:${/on (\d+)/.exec(printed())?.[1]}`);
    return page;
  }

  const openSockets = () =>
    relay.connections.filter(({ socket }) => socket.readyState === socket.OPEN).length;
  const lines = (page: Page) => page.locator('ol li').allTextContents();

  it.each([
    ['react', 'in StrictMode, which mounts everything twice'],
    ['vue', 'in a component'],
  ])('%s: talks %s, with one session, one socket and each message once', async (name) => {
    const told: string[] = [];
    const page = await visit(name, told);
    await expect.poll(() => page.textContent('[role=status]')).toBe('online');
    await page.fill('input', 'Bonjour');
    await page.press('input', 'Enter');
    await expect.poll(() => lines(page)).toEqual(['visitor Bonjour']);
    relay.say('À votre service');
    await expect.poll(() => lines(page)).toEqual(['visitor Bonjour', 'bot À votre service']);
    expect(relay.sessions).toBe(1);
    expect(openSockets()).toBe(1);
    expect(relay.messages).toHaveLength(2);
    expect(await page.inputValue('input')).toBe('');
    expect(told.filter((line) => !line.includes('React DevTools'))).toEqual([]);
  });

  it('plain: loads the widget by script tag, and loses no call made before', async () => {
    const page = await visit('plain');
    await page.click('button >> text=Ask us');
    await page.fill('#chat-input', 'Bonjour');
    await page.press('#chat-input', 'Enter');
    await seen(page, 'visitor', /Bonjour/);
  });

  it.each(['plain', 'react', 'vue', 'terminal'])('%s: asks for its tenant', async (name) => {
    const { child, warned } = run(name, { TENANT_ID: '' });
    await expect.poll(() => child.exitCode, { timeout: 10_000 }).toBe(78);
    expect(warned()).toMatch(/^Set TENANT_ID and WIDGET_KEY.*\n$/);
  });

  it('terminal: ends in words where the relay refuses it', async () => {
    relay.answers['create/visitor-session'] = [{ status: 403, code: 'origin_not_allowed' }];
    const { child, printed, warned } = run('terminal');
    child.stdin.write('Bonjour\n');
    await expect.poll(() => child.exitCode, { timeout: 10_000 }).toBe(1);
    expect(printed()).toContain('closed: origin_not_allowed');
    expect(warned()).toContain('not stored: origin_not_allowed');
    expect(warned().length).toBeLessThan(400);
  });

  it('terminal: talks without a browser', async () => {
    const { child, printed } = run('terminal');
    child.stdin.write('Bonjour\n');
    await expect.poll(printed, { timeout: 10_000 }).toMatch(/#1 stored/);
    relay.say('À votre service');
    await expect.poll(printed).toMatch(/bot: À votre service/);
    child.stdin.end();
    await expect.poll(() => child.exitCode).toBe(0);
  });
});
