import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYS, openInbox, signIn, startDemo, type Demo, type Terminal } from './support/demo';

const FIRST_PORT = 18_080;
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

describe('the main job, as npm start shows it', () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  let inbox: Terminal;
  const configFolder = mkdtempSync(join(tmpdir(), 'chat-relay-cli-'));

  beforeAll(async () => {
    demo = await startDemo(FIRST_PORT);
    await signIn(demo.relayUrl, configFolder);
    inbox = openInbox(demo.relayUrl, configFolder);
    await inbox.shows('online');
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: BROWSER_ARGS,
    });
    page = await browser.newPage();
    await page.goto(demo.shopUrl);
    await page.click('.launcher');
  });
  afterAll(async () => {
    await browser?.close();
    inbox?.close();
    await demo?.stop();
    rmSync(configFolder, { recursive: true, force: true });
  });

  const say = async (text: string): Promise<void> => {
    await page.fill('#chat-input', text);
    await page.press('#chat-input', 'Enter');
  };
  const lines = (): Promise<{ kind: string; seq: number; content: string }[]> =>
    page.$$eval('#chat-messages li.message', (items) =>
      items.map((item) => ({
        kind: item.className.replace('message', '').trim().split(' ')[0] ?? '',
        seq: Number((item as HTMLElement).dataset['seq'] ?? 0),
        content: item.querySelector('.content')?.textContent ?? '',
      })),
    );
  const seen = (kind: string, content: RegExp) =>
    expect
      .poll(async () => (await lines()).some((l) => l.kind === kind && content.test(l.content)), {
        timeout: 20_000,
      })
      .toBe(true);

  it('the bot answers what the FAQ and the documents know and hands over in French what it does not', async () => {
    await say('Quels sont vos délais de livraison ?');
    await seen('bot', /livrons/);
    await say('Pouvez-vous réparer un bol ébréché ?');
    await seen('bot', /kintsugi/);
    const source = page.getByRole('link', { name: 'Casse et défauts' });
    const address = await source.getAttribute('href');
    expect(address).toBe(
      `${demo.shopUrl}/aide/casse-et-defauts.md`.replace('localhost', '127.0.0.1'),
    );
    expect(await (await fetch(address!)).text()).toContain('# Casse et défauts');
    await say('Mon parapluie chante faux quand il pleut, est-ce normal ?');
    await seen('system', /conseiller/);
    await expect.poll(() => page.textContent('#chat-status')).toMatch(/En attente/);
  });

  it('an operator answers from a terminal, over a kill -9 of the relay', async () => {
    await inbox.shows('WAITING');
    inbox.type(KEYS.enter);
    await inbox.shows('parapluie');
    inbox.type('c');
    await seen('system', /rejoint/);
    await inbox.shows('YOURS since');
    inbox.type('Bonjour, je regarde cela.');
    inbox.type(KEYS.enter);
    await seen('agent', /je regarde cela/);

    killRelay(demo.relayPort);
    await say('Êtes-vous encore là ?');
    await seen('visitor', /encore là/);
    await expect
      .poll(async () => (await lines()).find((l) => /encore là/.test(l.content))?.seq, {
        timeout: 30_000,
      })
      .toBeGreaterThan(0);
    await inbox.shows('encore');
    inbox.type('Oui, toujours.');
    inbox.type(KEYS.enter);
    await seen('agent', /toujours/);
  });

  it('the page loses and doubles no message, also after a reload', async () => {
    const before = await lines();
    const seqs = before.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    await page.reload();
    await expect.poll(async () => (await lines()).length, { timeout: 20_000 }).toBe(before.length);
    expect(await lines()).toEqual(before);
  });

  it('the backend receives every event verified and in order', async () => {
    inbox.type(KEYS.escape);
    await inbox.shows('Press i to write');
    inbox.type('x');
    await inbox.shows('Resolve the conversation');
    inbox.type('y');
    await seen('system', /terminée/);
    await expect.poll(() => demo.backendLines().length, { timeout: 20_000 }).toBe(11);
    const events = demo.backendLines().map((line) => line.split(/\s+/).slice(2, 4));
    expect(events).toEqual([
      ['1', 'conversation-started'],
      ['2', 'message-received'],
      ['3', 'message-received'],
      ['4', 'message-received'],
      ['5', 'escalation-triggered'],
      ['6', 'ticket-created'],
      ['7', 'agent-assigned'],
      ['8', 'ticket-assigned'],
      ['9', 'message-received'],
      ['10', 'agent-resolved'],
      ['11', 'ticket-resolved'],
    ]);
    expect(demo.output()).toMatch(/relay\s+died \(SIGKILL\)/);
  });
});

/** Kills the relay whose settings name this port. */
function killRelay(port: number): void {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const relay = pids.find((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      return command.includes('server/dist/main.js') && environment.includes(`PORT=${port}`);
    } catch {
      return false; // it has ended meanwhile
    }
  });
  if (relay === undefined) throw new Error(`no relay on port ${port}`);
  process.kill(Number(relay), 'SIGKILL');
}
