import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../packages/server/test/support/relay';
import {
  createWorld,
  PASSWORD,
  register,
  uniqueEmail,
} from '../packages/server/test/support/world';
import {
  faultsOn,
  newConsolePage,
  newTab,
  OFFICE_LIMITS,
  signInHere,
  signInTo,
} from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

let relay: TestRelay;
let browser: Browser;
const pages: Page[] = [];

beforeAll(async () => {
  [relay, browser] = await Promise.all([startRelay({ env: OFFICE_LIMITS }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await relay?.stop();
});
afterEach(async () => {
  for (const page of pages.splice(0)) {
    if (page.isClosed()) continue;
    expect(await faultsOn(page)).toEqual([]);
    await page.context().close();
  }
});

async function open(): Promise<Page> {
  const page = await newConsolePage(browser);
  pages.push(page);
  return page;
}

/** An account with a workspace of its own, made through the API. */
async function owner(): Promise<{ email: string; password: string; token: string }> {
  const email = uniqueEmail();
  const { token } = await register(relay.url, email, 'Olga Owner', {
    organization_name: 'La Boutique',
  });
  return { email, password: PASSWORD, token };
}

describe('signing in to the console', () => {
  it('leads from the bare address through password and code to the page that was asked for', async () => {
    const { email, password } = await owner();
    const page = await open();
    await page.goto(`${relay.url}/`);
    await expect.poll(() => page.url()).toBe(`${relay.url}/console/sign-in`);
    await page.goto(`${relay.url}/console/account/sessions`);
    await expect.poll(() => page.url()).toContain('/console/sign-in?next=');
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Adresse e-mail ou mot de passe incorrect.').waitFor();
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code à six chiffres').fill('000000');
    await page.getByText('Ce code est incorrect ou n’est plus valable.').waitFor();
    await page.getByRole('button', { name: 'Remplir' }).click();
    await expect.poll(() => page.url()).toBe(`${relay.url}/console/account/sessions`);
    await page.getByText('Cette session').waitFor();
  });

  it('leads nowhere but into the console', async () => {
    const account = await owner();
    const page = await open();
    for (const next of [
      'https://evil.example/console/',
      '//evil.example',
      '/docs',
      '/console/../docs',
    ]) {
      await page.goto(`${relay.url}/console/sign-in?next=${encodeURIComponent(next)}`);
      await signInHere(page, account);
      await expect.poll(() => page.url()).toBe(`${relay.url}/console/inbox`);
      await page.getByRole('button', { name: /^Mon compte/ }).click();
      await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
      await page.getByText('Vous êtes déconnecté.').waitFor();
    }
  });

  it('keeps no token within reach of scripts', async () => {
    const page = await open();
    await signInTo(page, relay.url, await owner());
    const reachable = await page.evaluate(() =>
      [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(' '),
    );
    expect(reachable).not.toMatch(/eyJ|chl_|reg_/);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: '__Host-relay_console', httpOnly: true, secure: true });
    expect(cookie?.expires).toBe(-1);
  });

  it('stays signed in for seven days when asked to', async () => {
    const { email, password } = await owner();
    const page = await open();
    await page.goto(`${relay.url}/console/`);
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.getByLabel('Rester connecté').check();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remplir' }).click();
    await expect.poll(() => page.url()).toContain('/console/inbox');
    const [cookie] = await page.context().cookies();
    const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
  });

  it('opens the pages next to it at once, and while the relay is unreachable', async () => {
    const page = await open();
    const fetched = page.waitForResponse(/entrance-pages/);
    await page.goto(`${relay.url}/console/sign-in`);
    await (await fetched).finished();
    await page.evaluate(() => {
      const blanks: string[] = [];
      Object.assign(globalThis, { blanks });
      const look = (): void => {
        if (!document.querySelector('h1')) blanks.push(location.pathname);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.context().setOffline(true);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await page.getByRole('link', { name: 'Mot de passe oublié' }).press('Enter');
    await page.getByRole('heading', { name: 'Mot de passe oublié' }).waitFor();
    expect(await focused()).toBe('email');
    expect(await page.title()).toBe('Mot de passe oublié · Chat Relay');
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Retour à la connexion' }).press('Enter');
    await page.getByRole('link', { name: 'Créer un compte' }).press('Enter');
    await page.getByRole('heading', { name: 'Créer un compte' }).waitFor();
    await expect.poll(focused).toBe('name');
    expect(
      await page.evaluate(() => (globalThis as unknown as { blanks: string[] }).blanks),
    ).toEqual([]);
  });

  it('shows an invitation whose address is broken', async () => {
    const page = await open();
    await page.goto(`${relay.url}/console/invitation#%`);
    await page.getByRole('heading', { name: 'Vous êtes invité' }).waitFor();
  });

  it('registers an organization and then resets its forgotten password', async () => {
    const email = uniqueEmail();
    const page = await open();
    await page.goto(`${relay.url}/console/register`);
    await page.getByRole('button', { name: 'Continuer' }).click();
    expect(await page.getByText('Ce champ est obligatoire.').count()).toBe(3);
    await page.getByLabel('Votre nom').fill('Léa Martin');
    await page.getByLabel('Nom de l’organisation').fill('Le Café');
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByRole('button', { name: 'Remplir' }).click();
    await page.getByText('Ajoutez votre premier site').waitFor();

    const other = await open();
    await other.goto(`${relay.url}/console/sign-in`);
    await other.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    // The sign-in page has a field of the same name, so wait for the next page.
    await other.getByRole('heading', { name: 'Mot de passe oublié' }).waitFor();
    await other.getByLabel('Adresse e-mail').fill(email);
    await other.getByRole('button', { name: 'Envoyer le code' }).click();
    await other.getByRole('button', { name: 'Remplir' }).click();
    await other.getByLabel('Nouveau mot de passe').fill('another long passphrase');
    await other.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await other.getByText('Votre mot de passe a été changé.', { exact: false }).waitFor();
    await signInTo(other, relay.url, { email, password: 'another long passphrase' });
    // All sessions end with the old password.
    await page.getByText('Votre session est terminée.', { exact: false }).waitFor();
  });

  it('accepts an invitation for someone new and for someone who has an account', async () => {
    const world = await createWorld(relay.url);
    const invite = async (email: string): Promise<string> => {
      const { data } = await world.owner.post<{ dev_invite_token: string }>(
        '/console/create/invitation',
        { workspace_id: world.workspaceId, email, role: 'admin' },
      );
      return data.dev_invite_token;
    };
    const newcomer = uniqueEmail();
    const page = await open();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const token = await invite(newcomer);
    await page.goto(`${relay.url}/console/invitation#${token}`);
    await page.getByLabel('Votre nom').fill('Noé Nouveau');
    await page.getByLabel('Adresse e-mail').fill(newcomer);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByRole('button', { name: 'Remplir' }).click();
    await expect.poll(() => page.url()).toBe(`${relay.url}/console/inbox`);
    expect(requests.filter((url) => url.includes(token))).toEqual([]);

    const known = await owner();
    const other = await open();
    await other.goto(`${relay.url}/console/invitation#${await invite(known.email)}`);
    await other.getByRole('button', { name: 'J’ai déjà un compte' }).click();
    await signInHere(other, known);
    await other.getByRole('button', { name: 'Accepter l’invitation' }).click();
    await other.getByText('Vous avez rejoint Shop Ltd.').first().waitFor();
  });
});

describe('a console session that ends', () => {
  it('leads back to the sign-in within 2 s of being revoked, and from there to the same page', async () => {
    const account = await owner();
    const page = await open();
    await signInTo(page, relay.url, account);
    await page.goto('about:blank'); // the inbox's own feed ends with it
    // The feed is live when the relay has answered its hello.
    const isLive = new Promise((live) =>
      page.once('websocket', (socket) => socket.once('framereceived', live)),
    );
    await page.goto(`${relay.url}/console/people/canned`);
    await page.getByText('Aucune réponse type').waitFor();
    await isLive;
    await fetch(`${relay.url}/api/v1/console/revoke/other-sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const revokedAt = Date.now();
    await page.getByText('Votre session est terminée.', { exact: false }).waitFor();
    expect(Date.now() - revokedAt).toBeLessThan(2_000);
    await signInHere(page, account);
    await expect.poll(() => page.url()).toBe(`${relay.url}/console/people/canned`);
  });

  it('signs every tab of the browser out at once', async () => {
    const page = await open();
    await signInTo(page, relay.url, await owner());
    const tab = await newTab(await page.context().newPage());
    await tab.goto(`${relay.url}/console/account/profile`);
    await tab.getByLabel('Nom affiché').waitFor();
    await page.getByRole('button', { name: /^Mon compte/ }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await tab.getByText('Vous êtes déconnecté.').waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });
});
