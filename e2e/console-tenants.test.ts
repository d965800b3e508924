import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf, type Api } from '../packages/server/test/support/api';
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from '../packages/server/test/support/callback-receiver';
import { signIn } from '../packages/server/test/support/members';
import { useRelay } from '../packages/server/test/support/relay';
import { VisitorSocket } from '../packages/server/test/support/visitor-socket';
import { createVisitor, PASSWORD, uniqueEmail } from '../packages/server/test/support/world';
import {
  axeFaults,
  faultsOn,
  newConsolePage,
  OFFICE_LIMITS,
  stickingOut,
} from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

interface Tenant {
  tenant_id: string;
  tenant_name: string;
  widget_public_key: string;
  allowed_origins: string[];
  status: string;
}

const relay = useRelay({ env: { ...OFFICE_LIMITS, CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' } });
const owner = { email: uniqueEmail(), password: PASSWORD };
/** Secrets that the tenant's server accepts. The test deploys them. */
let secrets: string[] = [];
let receiver: CallbackReceiver;
let browser: Browser;
let api: Api;
let workspaceId: string;
let page: Page;

beforeAll(async () => {
  [browser, receiver] = await Promise.all([
    launchBrowser(),
    startCallbackReceiver({ secretsFor: () => secrets, now: () => relay.now() }),
  ]);
  page = await newConsolePage(browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${relay.url}/console/register`);
  await page.getByLabel('Votre nom').fill('Olga Owner');
  await page.getByLabel('Nom de l’organisation').fill('La Boutique');
  await page.getByLabel('Adresse e-mail').fill(owner.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: 'Remplir' }).click();
  await page.getByRole('navigation', { name: 'Navigation principale' }).waitFor();
  api = apiOf(relay.url, (await signIn(relay.url, owner.email)).token);
  const { data } = await api.get<{ memberships: { workspace_id: string }[] }>(
    '/console/fetch/account',
  );
  workspaceId = data.memberships[0]?.workspace_id ?? '';
});
afterAll(async () => {
  await browser?.close();
  await receiver?.close();
});

async function stored(): Promise<Tenant> {
  const path = `/console/fetch/tenants?workspace_id=${workspaceId}`;
  const [tenant] = (await api.get<{ tenants: Tenant[] }>(path)).data.tenants;
  if (!tenant) throw new Error('there is no tenant');
  return tenant;
}

async function createTenant(name: string): Promise<Tenant> {
  const body = { workspace_id: workspaceId, tenant_name: name, allowed_origins: [] };
  return (await api.post<{ tenant: Tenant }>('/console/create/tenant', body)).data.tenant;
}

async function open(tab: string, { tenant_id }: Pick<Tenant, 'tenant_id'>): Promise<void> {
  await page.goto(`${relay.url}/console/tenants/${tenant_id}/${tab}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
}

const save = (): Promise<void> => page.getByRole('button', { name: 'Enregistrer' }).click();

it('leads a new owner from the registration to the first tenant', async () => {
  await page.getByRole('link', { name: 'Sites' }).click();
  await page.getByRole('heading', { name: 'Ajoutez votre premier site' }).waitFor();
  await page.getByRole('link', { name: 'Plus tard' }).waitFor();
  await page.getByRole('button', { name: 'Ajouter un site' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom').fill('Maison Dubois');
  await dialog.getByLabel('Adresse du site').fill('https://boutique example');
  await dialog.getByRole('button', { name: 'Ajouter un site' }).click();
  await dialog.getByText(/^Indiquez une origine complète/).waitFor();
  expect(await dialog.getByLabel('Nom').inputValue()).toBe('Maison Dubois');
  await dialog.getByLabel('Adresse du site').fill('Boutique.example/accueil');
  await dialog.getByRole('button', { name: 'Ajouter un site' }).click();
  await page.getByRole('dialog').getByText(/^ts_/).waitFor();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('heading', { name: 'Maison Dubois' }).waitFor();
  expect((await stored()).allowed_origins).toEqual(['https://boutique.example']);
});

it('shows the calls of a page with the one line, adds its origin, and follows to the first message', async () => {
  await page.getByText(/^Collez la ligne dans une page/).waitFor();
  const line = await page.getByRole('region', { name: 'La ligne à coller' }).innerText();
  const shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Shop</title>${line.replace('async', 'async data-open')}`);
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const visitor = await browser.newPage();
  await visitor.goto(origin);
  await page.getByText(/^Refusée/).waitFor();
  await page.getByRole('button', { name: `L’ajouter ${origin}` }).click();
  await expect.poll(async () => (await stored()).allowed_origins).toContain(origin);
  await visitor.reload();
  await page.getByText(/^Le widget est en place/).waitFor();
  await visitor.getByRole('textbox').fill('Bonjour !');
  await visitor.keyboard.press('Enter');
  await page.getByText(/^Le premier message est arrivé/).waitFor();
  await page.getByRole('link', { name: 'Aller à la boîte de réception' }).click();
  await page.locator('.row', { hasText: 'Bonjour !' }).waitFor();
  await visitor.close();
  shop.close();
  await api.post('/console/update/tenant', {
    tenant_id: (await stored()).tenant_id,
    allowed_origins: ['https://boutique.example'],
  });
});

it('shows what is wrong next to an origin, and keeps what was typed', async () => {
  await open('origins', await stored());
  await page.getByRole('button', { name: 'Ajouter une origine' }).click();
  const second = page.getByLabel('Origine 2');
  await second.fill('ftp://boutique.example');
  await save();
  await page.getByText(/^Indiquez une origine complète/).waitFor();
  expect(await second.inputValue()).toBe('ftp://boutique.example');
  expect(await second.getAttribute('aria-invalid')).toBe('true');
  await second.fill('https://*.boutique.example');
  await save();
  await page.getByText('Enregistré.').first().waitFor();
  expect((await stored()).allowed_origins).toEqual([
    'https://boutique.example',
    'https://*.boutique.example',
  ]);
});

it('tells the later of two admins what has changed, and saves both', async () => {
  const tenant = await stored();
  await open('origins', tenant);
  await page.getByLabel('Origine 1').fill('https://neuve.example');
  await api.post('/console/update/tenant', {
    tenant_id: tenant.tenant_id,
    tenant_name: 'Maison Durand',
  });
  await save();
  const alert = page.getByRole('alert');
  await alert.getByText('Maison Durand').waitFor();
  expect((await stored()).allowed_origins[0]).toBe('https://boutique.example');
  await page.getByRole('button', { name: 'Enregistrer quand même' }).click();
  await page.getByText('Enregistré.').first().waitFor();
  expect(await stored()).toMatchObject({
    tenant_name: 'Maison Durand',
    allowed_origins: ['https://neuve.example', 'https://*.boutique.example'],
  });
});

it.each([
  { arrives: true, says: 'Enregistré.' },
  { arrives: false, says: 'Rien n’a été enregistré.' },
])('says $says once the connection is back, if the save was lost', async ({ arrives, says }) => {
  await open('origins', await stored());
  const typed = arrives ? 'https://arrivee.example' : 'https://perdue.example';
  await page.route('**/update/tenant', async (route) => {
    if (arrives) await route.fetch();
    await route.abort();
  });
  await page.getByLabel('Origine 1').fill(typed);
  await save();
  await page.getByText(says).first().waitFor();
  expect(await page.getByLabel('Origine 1').inputValue()).toBe(typed);
  expect((await stored()).allowed_origins.includes(typed)).toBe(arrives);
  await page.unroute('**/update/tenant');
});

it('rotates the secret in three steps without one refused callback', async () => {
  const name = 'Serveur';
  const made = await api.post<{ tenant: Tenant; tenant_secret: string }>('/console/create/tenant', {
    workspace_id: workspaceId,
    tenant_name: name,
    allowed_origins: ['https://shop.example'],
  });
  const { tenant, tenant_secret } = made.data;
  secrets = [tenant_secret];
  await open('secrets', tenant);
  await page.getByLabel(/^Adresse des callbacks/).fill('http://10.0.0.1:8080');
  await save();
  await page.getByText(/^Le relais n’envoie rien à cette adresse/).waitFor();
  await page.getByLabel(/^Adresse des callbacks/).fill(receiver.url);
  await save();
  await page.getByText('Enregistré.').first().waitFor();

  const site = {
    tenantId: tenant.tenant_id,
    widgetKey: tenant.widget_public_key,
    origin: 'https://shop.example',
  };
  const visitor = await createVisitor(relay.url, site);
  const socket = await VisitorSocket.open(relay.url, visitor.token, { origin: site.origin });
  let said = 0;
  /** Sends a message and waits until the tenant's server has received its callback. */
  const call = async (): Promise<void> => {
    const before = receiver.arrivals.length;
    await socket.say(`m-${++said}`, 'Bonjour');
    await expect.poll(() => receiver.arrivals.length).toBeGreaterThan(before);
    await expect.poll(() => receiver.arrivals.every(({ status }) => status !== 0)).toBe(true);
  };

  await call();
  await page.getByRole('button', { name: 'Créer un secret' }).click();
  const fresh = await page.getByRole('region', { name: 'Nouveau secret' }).innerText();
  expect(fresh).toMatch(/^ts_/);
  await call();
  secrets = [fresh, tenant_secret];
  await call();
  await page.getByRole('button', { name: 'Activer le nouveau secret' }).click();
  await page.getByText(/^Le relais signe avec le nouveau secret/).waitFor();
  await call();
  secrets = [fresh];
  await page.getByRole('button', { name: 'Envoyer un callback de test' }).click();
  await page.getByText('Votre serveur a accepté le callback de test.').waitFor();
  await call();
  expect(receiver.arrivals.filter(({ status }) => status !== 200)).toEqual([]);
  expect(receiver.refusals).toEqual([]);
  socket.close();
  // The secret is shown once: a reload does not show it again.
  await page.reload();
  await page.getByRole('button', { name: 'Créer un secret' }).waitFor();
  expect(await page.content()).not.toContain(fresh);
});

it('shows the widget with unsaved settings, without a session or a sighting', async () => {
  const tenant = await createTenant('Aperçu');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open('widget', tenant);
  const panel = page.locator('.widget-preview chat-relay-widget');
  await panel.getByText('Bonjour, où est ma commande').waitFor();
  await page.getByLabel('Message d’accueil').fill('Bienvenue chez nous');
  await panel.getByText('Bienvenue chez nous').waitFor();
  await page.getByLabel('Langue par défaut').selectOption('de');
  await panel.getByText('Mit einem Menschen sprechen').waitFor();
  await page.getByLabel('Texte', { exact: true }).selectOption('talkToPerson');
  await page.getByText('Texte d’origine : \u2068Mit einem Menschen sprechen\u2069').waitFor();
  await page.getByLabel('Votre texte').fill('Jemanden sprechen');
  await panel.getByText('Jemanden sprechen').waitFor();
  await page.getByLabel('Texte', { exact: true }).selectOption('lineLeft');
  await page.getByLabel('Votre texte').fill('Gleich geht es weiter.');
  await panel.getByText('Gleich geht es weiter.').waitFor();
  await page.getByLabel('Texte', { exact: true }).selectOption('lineWaitingFrom');
  await page.getByLabel('Votre texte').fill('Wir antworten ab {moment}.');
  await panel.getByText(/^Wir antworten ab \S+tag, \d/).waitFor();
  const root = panel.locator('.root');
  await page.getByText('À gauche').click();
  await expect.poll(() => root.getAttribute('data-position')).toBe('left');
  await page.getByLabel('Couleur personnalisée').check();
  await page.getByLabel('Couleur', { exact: true }).fill('#ffe000');
  await page.getByText(/^Contraste du texte.*15,9/).waitFor();
  const launcher = panel.locator('.launcher');
  const colour = () => launcher.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(colour).toBe('rgb(255, 224, 0)');
  const path = `/console/fetch/widget-sightings?tenant_id=${tenant.tenant_id}`;
  expect((await api.get<{ sightings: unknown[] }>(path)).data.sightings).toEqual([]);
  expect(asked.filter((one) => /visitor|widget-config|ws\/visitor/.test(one))).toEqual([]);
  expect(await faultsOn(page)).toEqual([]);
});

it('edits what the bot knows, and finds it by trying', async () => {
  const tenant = await createTenant('Savoir');
  await open('bot', tenant);
  await page.getByRole('button', { name: 'Ajouter une question' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Questions').fill('Quels sont vos délais ?\nQuand suis-je livré ?');
  page.once('dialog', (asked) => void asked.dismiss());
  await page.keyboard.press('Escape');
  // A dismissed confirmation keeps the typed text.
  expect(await dialog.getByLabel('Questions').inputValue()).toMatch(/livré/);
  await dialog.getByLabel('Réponse').fill('Sous deux jours.');
  await dialog.locator('[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Sous deux jours.').waitFor();
  await page.getByLabel('Message d’un visiteur').fill('Quels sont vos délais ?');
  await page.getByRole('button', { name: 'Essayer' }).click();
  await page.getByText('Répond', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Lancer la série' }).click();
  await page.getByText('Ce champ est obligatoire.').waitFor();
  await page
    .getByLabel(/^Questions et résultats/)
    .fill('question,expected\nQuels sont vos délais ?,deux jours\nOù garer un zèbre ?,answer');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(/^Comme attendu\s: 1 sur 2/).waitFor();
  const table = page.getByRole('table', { name: 'Série d’essais' });
  expect(await table.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/Comme attendu\s+Répond\s+Sous deux jours/),
    expect.stringMatching(/Autre résultat\s+Passe la main/),
  ]);
  expect([...(await axeFaults(page)), ...(await faultsOn(page))]).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await stickingOut(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('keeps the settings of the bot that the page does not show', async () => {
  const tenant = await createTenant('Délai');
  const { tenant_id } = tenant;
  await api.post('/console/update/tenant', {
    tenant_id,
    bot: { kind: 'tenant', greeting: 'Bonjour', reply_timeout_s: 42 },
  });
  await open('bot', tenant);
  await page.getByRole('radio', { name: 'Intégré' }).check({ force: true });
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Enregistré.', { exact: true }).first().waitFor();
  const path = `/console/fetch/tenant?tenant_id=${tenant_id}`;
  const { data } = await api.get<{ tenant: { bot: object } }>(path);
  expect(data.tenant.bot).toMatchObject({
    kind: 'builtin',
    greeting: 'Bonjour',
    reply_timeout_s: 42,
  });
});

it('switches files and mails about waiting visitors, and keeps the limits of files', async () => {
  const tenant = await createTenant('Pièces');
  const { tenant_id } = tenant;
  const limits = { types: ['image/png'], max_bytes: 2_097_152, max_total_bytes: 9_000_000 };
  const attachments = { enabled: false, ...limits };
  await api.post('/console/update/tenant', { tenant_id, attachments });
  const settings = async (): Promise<object> => {
    const path = `/console/fetch/tenant?tenant_id=${tenant_id}`;
    return (await api.get<{ tenant: object }>(path)).data.tenant;
  };
  const isSaved = () => page.getByText('Enregistré.', { exact: true }).first().waitFor();

  await open('widget', tenant);
  const files = page.getByLabel('Fichiers dans les conversations');
  await page.getByText('Jusqu’à 2 Mo chacun.').waitFor();
  await files.check();
  await save();
  await isSaved();
  expect(await settings()).toMatchObject({ attachments: { enabled: true, ...limits } });

  await open('hours', tenant);
  await page.getByLabel('Écrire aux opérateurs quand un visiteur attend').uncheck();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await isSaved();
  expect(await settings()).toMatchObject({ waiting_mail: false, attachments: { enabled: true } });
  expect(await axeFaults(page)).toEqual([]);
});

it('changes the widget key, and keeps the old one for a while', async () => {
  const tenant = await createTenant('Clé');
  await open('secrets', tenant);
  await page.getByRole('button', { name: 'Changer la clé' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Changer la clé' }).click();
  await page
    .getByText(/^La clé a été changée/)
    .first()
    .waitFor();
  const path = `/console/fetch/tenant?tenant_id=${tenant.tenant_id}`;
  const { data } = await api.get<{ tenant: Tenant }>(path);
  expect(data.tenant.widget_public_key).not.toBe(tenant.widget_public_key);
  const ask = (key: string) =>
    apiOf(relay.url).get(
      `/fetch/widget-config?tenant_id=${tenant.tenant_id}&widget_public_key=${key}`,
    );
  expect((await ask(tenant.widget_public_key)).status).toBe(200);
  expect((await ask(data.tenant.widget_public_key)).status).toBe(200);
});

it('says the range of a field next to what is wrong with it', async () => {
  await open('danger', await createTenant('Bornes'));
  const days = page.getByLabel(/^Jours après le dernier message/);
  await days.fill('0');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).or(page.locator('.problem')).waitFor();
  await page.locator('.problem').waitFor();
  await page.getByText(/^De 1 à 3650/).waitFor();
  const ids = (await days.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const said = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
  expect(said).toEqual([expect.stringMatching(/trop petit/), expect.stringMatching(/3650/)]);
});

it('deletes a tenant by its name, and restores it', async () => {
  const tenant = await createTenant('À supprimer');
  await open('danger', tenant);
  await page.getByRole('button', { name: 'Supprimer le site' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('A supprimer');
  await dialog.getByRole('button', { name: 'Supprimer le site' }).click();
  await dialog.locator('.problem').waitFor();
  await dialog.getByRole('textbox').fill('À supprimer');
  await dialog.getByRole('button', { name: 'Supprimer le site' }).click();
  await page.getByText('En suppression', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Restaurer le site' }).click();
  await page.getByText('Actif', { exact: true }).waitFor();
});

const TABS = [
  'overview',
  'reports',
  'install',
  'widget',
  'bot',
  'unanswered',
  'knowledge',
  'hours',
  'origins',
  'secrets',
  'danger',
];

it.each([
  { theme: 'light', locale: 'fr' },
  { theme: 'dark', locale: 'en' },
] as const)('has no fault that axe finds on any tab, $theme and $locale', async (look) => {
  const { tenant_id } = await stored();
  await api.post('/console/update/tenant', {
    tenant_id,
    hours: {
      timezone: 'Europe/Paris',
      weekly: [{ day: 5, from: '18:00', to: '02:00' }],
      holidays: ['2026-12-25'],
    },
  });
  await page.emulateMedia({ colorScheme: look.theme });
  await page.evaluate(
    (locale) => localStorage.setItem('relay-console.locale', locale),
    look.locale,
  );
  const faults: string[] = [];
  for (const tab of TABS) {
    await open(tab, { tenant_id });
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    for (const fault of [...(await axeFaults(page)), ...(await faultsOn(page))]) {
      faults.push(`${tab}: ${fault}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    for (const fault of await stickingOut(page)) faults.push(`${tab}: ${fault}`);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  await page.goto(`${relay.url}/console/tenants`);
  await page.getByRole('table').waitFor();
  for (const fault of await axeFaults(page)) faults.push(`list: ${fault}`);
  await page.getByRole('button', { name: /^(Ajouter un site|Add a site)$/ }).click();
  await page.getByRole('dialog').waitFor();
  for (const fault of await axeFaults(page)) faults.push(`new: ${fault}`);
  expect(faults).toEqual([]);
});
