import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf, type Api } from '../packages/server/test/support/api';
import { useRelay } from '../packages/server/test/support/relay';
import { PASSWORD, register, uniqueEmail } from '../packages/server/test/support/world';
import { faultsOn, newConsolePage, OFFICE_LIMITS, signInTo } from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

const relay = useRelay({ env: OFFICE_LIMITS });
const owner = { email: uniqueEmail(), password: PASSWORD };
let browser: Browser;
let api: Api;
let workspaceId: string;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const { token, memberships } = await register(relay.url, owner.email, 'Olga Owner', {
    organization_name: 'La Boutique',
  });
  api = apiOf(relay.url, token);
  workspaceId = memberships[0]?.workspace_id ?? '';
  page = await newConsolePage(browser, { viewport: { width: 1280, height: 900 } });
  await signInTo(page, relay.url, owner);
});
afterAll(() => browser?.close());

/** Presses Tab until the control of this name has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < 60; stop++) {
    const found = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      const label = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText;
      return label?.split('\n')[0]?.trim() ?? '';
    });
    if (typeof name === 'string' ? found === name : name.test(found)) return;
    passed.push(found);
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key never reaches ${name}: ${passed.join(', ')}`);
}

async function press(name: string | RegExp): Promise<void> {
  await tabTo(name);
  await page.keyboard.press('Enter');
}

async function type(name: string | RegExp, text: string): Promise<void> {
  await tabTo(name);
  await page.keyboard.type(text);
}

async function tenants(): Promise<{ tenant_name: string; allowed_origins: string[] }[]> {
  const path = `/console/fetch/tenants?workspace_id=${workspaceId}`;
  const { data } = await api.get<{
    tenants: { tenant_name: string; allowed_origins: string[] }[];
  }>(path);
  return data.tenants;
}

it('adds a tenant, an origin and a colleague, and rotates a secret, without a pointer', async () => {
  await press('Sites');
  await page.getByRole('heading', { name: 'Ajoutez votre premier site' }).waitFor();
  await press('Ajouter un site');
  await page.getByRole('dialog').waitFor();
  await type('Nom', 'Maison Dubois');
  await type('Adresse du site', 'https://boutique.example');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText(/^ts_/).waitFor();
  await press('Continuer');
  await page.getByRole('heading', { name: 'Maison Dubois' }).waitFor();

  await press('Origines');
  await press('Ajouter une origine');
  await type('Origine 2', 'https://www.boutique.example');
  await press('Enregistrer');
  await page.getByText('Enregistré.').first().waitFor();
  expect(await tenants()).toMatchObject([
    { allowed_origins: ['https://boutique.example', 'https://www.boutique.example'] },
  ]);

  await press('Serveur et secrets');
  await press('Créer un secret');
  await page.getByRole('region', { name: 'Nouveau secret' }).waitFor();
  await press('Activer le nouveau secret');
  await page.getByText(/^Le relais signe avec le nouveau secret/).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('equipe');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Équipe' }).waitFor();
  await press('Invitations');
  await page.getByRole('heading', { name: /invitation/ }).waitFor();
  await press('Inviter');
  await page.getByRole('dialog').waitFor();
  const colleague = uniqueEmail();
  await type('Adresse e-mail', colleague);
  await page.keyboard.press('Enter');
  await page.getByRole('table').getByText(colleague).waitFor();
  expect(await faultsOn(page)).toEqual([]);
});
