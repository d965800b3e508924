import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../packages/server/test/support/relay';
import { apiOf } from '../packages/server/test/support/api';
import { PASSWORD, register, uniqueEmail } from '../packages/server/test/support/world';
import {
  axeFaults,
  faultsOn,
  newConsolePage,
  OFFICE_LIMITS,
  signInTo,
  stickingOut,
} from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

const HOSTILE = '<img src=x onerror=consoleFaults.push("ran")>\u202egpj';
const ENTRANCES = ['sign-in', 'register', 'forgot-password', 'invitation', 'invitation#inv_x'];
const SCREENS = [
  'inbox',
  'people/canned',
  'account/profile',
  'account/security',
  'account/sessions',
  'account/preferences',
  'nowhere',
];

let relay: TestRelay;
let browser: Browser;
const account = { email: uniqueEmail(), password: PASSWORD };

beforeAll(async () => {
  [relay, browser] = await Promise.all([startRelay({ env: OFFICE_LIMITS }), launchBrowser()]);
  const { token, memberships } = await register(relay.url, account.email, 'Olga Owner', {
    organization_name: 'La Boutique',
  });
  for (const content of ['Merci !', HOSTILE]) {
    await apiOf(relay.url, token).post('/console/create/canned-reply', {
      workspace_id: memberships[0]?.workspace_id,
      shortcut: content === HOSTILE ? '<b>bold</b>' : 'merci',
      content,
    });
  }
});
afterAll(async () => {
  await browser?.close();
  await relay?.stop();
});

/** Timeout of tests that open a dozen screens one after another. */
const AT_LENGTH = { timeout: 120_000 };

/** Colours depend on the theme alone, texts on the language alone. */
const LOOKS = [
  { theme: 'light', language: 'fr' },
  { theme: 'dark', language: 'en' },
] as const;

/** Goes there, and waits until the page has its heading and nothing is loading. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${relay.url}/console/${path}`);
  await page.locator('h1').waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
}

describe.each(LOOKS)('the console in $theme and $language', ({ theme, language }) => {
  const look = { colorScheme: theme, locale: `${language}-FR` } as const;

  it('has no fault that axe finds, and breaks no policy, on any screen', AT_LENGTH, async () => {
    const page = await newConsolePage(browser, look);
    const faults: string[] = [];
    const check = async (name: string): Promise<void> => {
      for (const fault of await axeFaults(page)) faults.push(`${name}: ${fault}`);
      for (const fault of await faultsOn(page)) faults.push(`${name}: ${fault}`);
    };
    for (const path of ENTRANCES) {
      // `goto` does not reload the page if only the fragment changes.
      await page.goto('about:blank');
      await show(page, path);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      await check(path);
    }
    await page.context().close();

    const french = await newConsolePage(browser, { colorScheme: theme });
    await signInTo(french, relay.url, account);
    await french.evaluate(
      (locale) => localStorage.setItem('relay-console.locale', locale),
      language,
    );
    const signedIn = french;
    // An owner who is no operator, and only reads.
    signedIn.on('response', (answer) => {
      if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`);
    });
    for (const path of SCREENS) {
      await show(signedIn, path);
      for (const fault of await axeFaults(signedIn)) faults.push(`${path}: ${fault}`);
      for (const fault of await faultsOn(signedIn)) faults.push(`${path}: ${fault}`);
    }
    await show(signedIn, 'people/canned');
    await signedIn.keyboard.press('Control+k');
    await signedIn.getByRole('combobox').waitFor();
    for (const fault of await axeFaults(signedIn)) faults.push(`palette: ${fault}`);
    await signedIn.keyboard.press('Escape');
    await signedIn.keyboard.press('?');
    await signedIn.getByRole('dialog').waitFor();
    for (const fault of await axeFaults(signedIn)) faults.push(`keys: ${fault}`);
    for (const fault of await faultsOn(signedIn)) faults.push(`sheets: ${fault}`);
    expect(faults).toEqual([]);
    await signedIn.context().close();
  });
});

const ON_PHONES = [...SCREENS, 'tenants', 'callbacks', 'audit', 'people/members'];

describe('the console on a narrow screen', () => {
  it('shows all of each screen from 320 px on', async () => {
    const page = await newConsolePage(browser);
    await signInTo(page, relay.url, account);
    const faults: string[] = [];
    for (const path of ON_PHONES) {
      await show(page, path);
      for (const width of [320, 360, 640, 768]) {
        await page.setViewportSize({ width, height: 740 });
        for (const fault of await stickingOut(page)) faults.push(`${path}, ${width}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

it('leads from a site or an event that does not exist to the list of them', async () => {
  const page = await newConsolePage(browser);
  await signInTo(page, relay.url, account);
  for (const list of ['tenants', 'callbacks']) {
    await show(page, `${list}/00000000-0000-7000-8000-000000000000`);
    await page.getByText(/^Introuvable/).waitFor();
    expect(await page.locator(`main a[href="/console/${list}"]`).count()).toBe(1);
  }
  await page.context().close();
});

describe('the console by keyboard alone', () => {
  it('adds, finds and removes a canned reply, and undoes the removal', async () => {
    const page = await newConsolePage(browser);
    await signInTo(page, relay.url, account);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('reponses');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Réponses types' }).waitFor();
    await page.getByRole('button', { name: 'Nouvelle réponse' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('horaires');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Nous sommes là de 9 h à 18 h.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Texte').inputValue()).toContain('{{visitor.name}}');
    // After the dialog the focus is in the text again. The save button is five stops away: three variables and the
    // cancel button come first.
    for (let stop = 0; stop < 5; stop++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('/horaires').waitFor();
    // The dialog gives the focus back.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Nouvelle réponse');
    await page.getByRole('button', { name: 'Actions pour horaires' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role="menuitem"]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('/horaires').count()).toBe(0);
    await page.getByRole('button', { name: 'Annuler' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('/horaires').waitFor();
    expect(await faultsOn(page)).toEqual([]);
    await page.context().close();
  });

  it('ignores single keys while a field has the focus, and everywhere once they are off', async () => {
    const page = await newConsolePage(browser);
    await signInTo(page, relay.url, account);
    const sheet = page.getByRole('dialog', { name: 'Raccourcis clavier' });
    const opensAndCloses = async (): Promise<void> => {
      await page.keyboard.press('?');
      await sheet.waitFor();
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    };
    const opensNothing = async (): Promise<void> => {
      await page.keyboard.press('?');
      // The dialog's code is loaded, so an opened dialog would appear with the next frame.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      expect(await sheet.count()).toBe(0);
    };
    await show(page, 'people/canned');
    await opensAndCloses();
    const search = page.getByLabel('Rechercher une réponse');
    await search.focus();
    await opensNothing();
    expect(await search.inputValue()).toBe('?');

    await show(page, 'account/preferences');
    await opensAndCloses();
    await page.getByRole('switch', { name: 'Raccourcis à une touche' }).uncheck();
    await page.locator('h1').click();
    await opensNothing();
    await page.context().close();
  });
});
