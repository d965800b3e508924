import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../packages/server/test/support/api';
import { codeOfApp } from '../packages/server/test/support/authenticator';
import {
  startExampleAuthenticator,
  type ExampleAuthenticator,
} from '../packages/server/test/support/example-authenticator';
import { useRelay, type TestRelay } from '../packages/server/test/support/relay';
import { PASSWORD, register, uniqueEmail } from '../packages/server/test/support/world';
import {
  axeFaults,
  faultsOn,
  newConsolePage,
  OFFICE_LIMITS,
  signInTo,
  type Credentials,
} from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

const STEP_MS = 30_000;
const CONFIRMED_MS = 5 * 60_000;

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  expect(await faultsOn(page)).toEqual([]);
  await page.context().close();
});

interface Person extends Credentials {
  /** Whether the relay asks this person for a second factor. */
  hasSecondFactor(): Promise<boolean>;
}

/** Someone who is signed in and looks at the account's security. */
async function showSecurity(relay: TestRelay): Promise<Person> {
  const email = uniqueEmail();
  const { token } = await register(relay.url, email, 'Olga Owner', {
    organization_name: 'La Boutique',
  });
  page = await newConsolePage(browser);
  await signInTo(page, relay.url, { email, password: PASSWORD });
  await page.goto(`${relay.url}/console/account/security`);
  return {
    email,
    password: PASSWORD,
    hasSecondFactor: async () => {
      const { data } = await apiOf(relay.url, token).get<{ account: { mfa_enabled: boolean } }>(
        '/console/fetch/account',
      );
      return data.account.mfa_enabled;
    },
  };
}

async function givePassword(dialog: Locator, password: string, button: string): Promise<void> {
  await dialog.getByLabel('Mot de passe actuel').fill(password);
  await dialog.getByRole('button', { name: button }).click();
}

describe('the authenticator app of an account', () => {
  let authenticator: ExampleAuthenticator;
  beforeAll(async () => {
    authenticator = await startExampleAuthenticator();
  });
  afterAll(() => authenticator?.stop());
  const relay = useRelay(() => ({ env: { ...OFFICE_LIMITS, ...authenticator.env } }));

  it('is set up with a QR code, gives the codes of the next sign-in, and is removed', async () => {
    const { email, password } = await showSecurity(relay);
    await page.getByRole('button', { name: 'Configurer une application' }).click();
    const dialog = page.getByRole('dialog', { name: 'Configurer une application' });
    await givePassword(dialog, 'not the password', 'Continuer');
    await dialog.getByText('Ce n’est pas votre mot de passe actuel.').waitFor();
    await givePassword(dialog, password, 'Continuer');
    await dialog.getByRole('img', { name: /^Code QR/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    const key = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
    /** @param ahead number of the app's 30-second steps after now */
    const codeOf = (ahead: number): string =>
      codeOfApp(`otpauth://totp/app?secret=${key}`, Math.floor(Date.now() / STEP_MS) + ahead);
    const giveCode = async (code: string): Promise<void> => {
      await dialog.getByLabel('Code à six chiffres').fill(code);
      await dialog.getByRole('button', { name: 'Activer' }).click();
    };
    await giveCode(codeOf(-10));
    await dialog.getByText('Ce code est incorrect ou n’est plus valable.').waitFor();
    await giveCode(codeOf(0));
    await page.getByText('L’application d’authentification est active.').first().waitFor();
    await page.getByText('Active', { exact: true }).waitFor();

    await page.getByRole('button', { name: /^Mon compte/ }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await page.getByText('Vous êtes déconnecté.').waitFor();
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(/code à six chiffres de votre application/).waitFor();
    expect(await page.getByRole('button', { name: 'Remplir' }).count()).toBe(0);
    // Each code counts once, so this is the next one.
    await page.getByLabel('Code à six chiffres').fill(codeOf(1));
    await page.getByRole('navigation', { name: 'Navigation principale' }).waitFor();

    await page.goto(`${relay.url}/console/account/security`);
    await page.getByRole('button', { name: 'Retirer l’application' }).click();
    await givePassword(page.getByRole('dialog'), password, 'Retirer l’application');
    await page.getByText('Inactive', { exact: true }).waitFor();
  });
});

describe('a sensitive change more than five minutes after the password', () => {
  const relay = useRelay({ env: { ...OFFICE_LIMITS, CONSOLE_MFA: 'optional' } });

  it('asks for the password again, and changes nothing without it', async () => {
    const { password, hasSecondFactor } = await showSecurity(relay);
    relay.advance(CONFIRMED_MS + 1_000);
    const secondFactor = page.getByRole('switch', { name: 'Demander un code à chaque connexion' });
    const dialog = page.getByRole('dialog', { name: 'Confirmez votre mot de passe' });
    await secondFactor.click();
    await dialog.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await givePassword(dialog, 'not the password', 'Confirmer');
    await dialog.getByText('Ce n’est pas votre mot de passe actuel.').waitFor();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await page.getByText('Confirmez votre mot de passe pour continuer.').waitFor();
    expect(await secondFactor.isChecked()).toBe(true);
    expect(await hasSecondFactor()).toBe(true);

    await secondFactor.click();
    await givePassword(dialog, password, 'Confirmer');
    await expect.poll(hasSecondFactor).toBe(false);
    await expect.poll(() => secondFactor.isChecked()).toBe(false);

    // The password counts for five minutes.
    await secondFactor.click();
    await expect.poll(hasSecondFactor).toBe(true);
    expect(await dialog.count()).toBe(0);
  });
});
