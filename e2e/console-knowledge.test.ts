import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startModelStub, type ModelStub } from '../packages/server/test/support/model-stub';
import { apiOf, type Api } from '../packages/server/test/support/api';
import { useRelay } from '../packages/server/test/support/relay';
import {
  createWorld,
  PASSWORD,
  register,
  uniqueEmail,
} from '../packages/server/test/support/world';
import {
  axeFaults,
  faultsOn,
  newConsolePage,
  OFFICE_LIMITS,
  signInTo,
  stickingOut,
} from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

const relay = useRelay(() => ({
  env: { ...OFFICE_LIMITS, CALLBACK_ALLOW_CIDRS: '127.0.0.0/8' },
}));
const KEY = 'sk-never-shown-again';
const EMBEDDINGS_KEY = 'sk-embeddings-kept-away';
let browser: Browser;
let stub: ModelStub;
let api: Api;
let page: Page;
let tenantId: string;

beforeAll(async () => {
  [browser, stub] = await Promise.all([launchBrowser(), startModelStub()]);
  const world = await createWorld(relay.url, { tenant_name: 'Maison' });
  const email = uniqueEmail();
  const { workspaceId, tenantId: made } = world;
  const invited = await world.owner.post<{ dev_invite_token: string }>(
    '/console/create/invitation',
    { workspace_id: workspaceId, email, role: 'admin' },
  );
  const by = { invite_token: invited.data.dev_invite_token };
  const { token } = await register(relay.url, email, 'Ada', by);
  api = apiOf(relay.url, token);
  tenantId = made;
  page = await newConsolePage(browser, { viewport: { width: 1280, height: 900 } });
  await signInTo(page, relay.url, { email, password: PASSWORD });
});
afterAll(async () => {
  await browser?.close();
  await stub?.close();
});

interface StoredDocument {
  title: string;
  content?: string;
  external_id: string | null;
}

async function documents(): Promise<StoredDocument[]> {
  const path = `/console/fetch/knowledge-documents?tenant_id=${tenantId}`;
  return (await api.get<{ knowledge_documents: StoredDocument[] }>(path)).data.knowledge_documents;
}

const titles = async (): Promise<string[]> => (await documents()).map(({ title }) => title);

async function storedBot(): Promise<Record<string, unknown>> {
  const path = `/console/fetch/tenant?tenant_id=${tenantId}`;
  return (await api.get<{ tenant: { bot: Record<string, unknown> } }>(path)).data.tenant.bot;
}

async function open(tab: string): Promise<void> {
  await page.goto(`${relay.url}/console/tenants/${tenantId}/${tab}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
}

/** Accessibility faults of the current page, also at the width of a phone. */
async function faults(): Promise<string[]> {
  const found = [...(await axeFaults(page)), ...(await faultsOn(page))];
  await page.setViewportSize({ width: 320, height: 640 });
  found.push(...(await stickingOut(page)));
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}

const markdown = (name: string, text: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
});

/** Chooses files in the browser's own dialog, which this button opens. */
async function choose(
  button: { name: string | RegExp; role?: 'button' | 'menuitem' },
  files: ReturnType<typeof markdown>[],
): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole(button.role ?? 'button', { name: button.name }).click();
  await (await asked).setFiles(files);
}

it('takes documents from files, and says which files it does not take', async () => {
  await open('knowledge');
  await page.getByRole('heading', { name: 'Aucun document pour l’instant' }).waitFor();
  expect(await faults()).toEqual([]);
  await choose({ name: 'Ajouter des fichiers Markdown' }, [
    markdown('retours.md', '# Retours\n\nVous avez quatorze jours pour renvoyer un article.'),
    markdown('vide.md', ' \n'),
    markdown('trop.md', 'x'.repeat(65_537)),
    markdown('juste.md', 'y'.repeat(65_536)),
  ]);
  const alert = page.getByRole('alert');
  await alert.getByText('vide.md – Ce fichier est vide.').waitFor();
  await alert.getByText('trop.md – Ce fichier dépasse 64 Kio.').waitFor();
  const table = page.getByRole('table', { name: 'Documents' });
  await table.getByText('juste', { exact: true }).waitFor();
  expect((await titles()).toSorted()).toEqual(['Retours', 'juste']);
  expect(await faults()).toEqual([]);
});

it('writes a document by the keyboard, and keeps what was typed when it is refused', async () => {
  await open('knowledge');
  await page.getByRole('button', { name: 'Écrire un document' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Écrire un document' });
  await dialog.waitFor();
  await page.keyboard.type('Livraison <b>');
  await page.keyboard.press('Enter');
  await dialog.getByText('Ce champ est obligatoire.').waitFor();
  await dialog.locator('textarea:focus').waitFor();
  await page.keyboard.type('Les colis partent chaque matin.');
  await dialog.getByLabel(/^Adresse de la page/).fill('ftp://boutique.example');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.locator('[aria-invalid="true"]').waitFor();
  expect(await dialog.getByLabel(/^Texte/).inputValue()).toBe('Les colis partent chaque matin.');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByLabel(/^Adresse de la page/).fill('https://boutique.example/livraison');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Livraison <b>', { exact: true }).waitFor();
  expect(await titles()).toContain('Livraison <b>');
});

it('asks before a typed document is thrown away', async () => {
  await open('knowledge');
  await page.getByRole('button', { name: 'Écrire un document' }).click();
  await page.keyboard.type('Brouillon');
  page.once('dialog', (asked) => void asked.dismiss());
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('dialog');
  const cancel = dialog.getByRole('button', { name: 'Annuler' });
  expect(await dialog.getByLabel('Titre').inputValue()).toBe('Brouillon');
  page.once('dialog', (asked) => void asked.dismiss());
  await cancel.click();
  expect(await dialog.getByLabel('Titre').inputValue()).toBe('Brouillon');
  page.once('dialog', (asked) => void asked.accept());
  await cancel.click();
  await dialog.waitFor({ state: 'detached' });
});

it('shows, changes, replaces and removes a document', async () => {
  await open('knowledge');
  const menu = page.getByRole('button', { name: 'Actions pour Retours' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Modifier' }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByLabel(/^Texte/);
  expect(await text.inputValue()).toContain('quatorze jours');
  const [stored] = (await documents()).filter(({ title }) => title === 'Retours');
  await api.post('/console/update/knowledge-document', { ...idOf(stored), title: 'Renvois' });
  await text.fill('# Retours\n\nVous avez trente jours.');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.getByText(/^Rien n’est enregistré/).waitFor();
  page.once('dialog', (asked) => void asked.accept());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await open('knowledge');
  await page.getByRole('button', { name: 'Actions pour Renvois' }).click();
  await choose({ role: 'menuitem', name: 'Remplacer par un fichier' }, [
    markdown('neuf.md', '# Retours 2027\n\nTrente jours.'),
  ]);
  await page.getByText('Retours 2027', { exact: true }).waitFor();
  expect(await titles()).toHaveLength(3);

  await page.getByRole('button', { name: 'Actions pour Retours 2027' }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  const question = page.getByRole('dialog', { name: 'Supprimer le document' });
  await question.getByText(/Retours 2027/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Annuler' }).click();
  expect(await titles()).toContain('Retours 2027');
  await page.getByRole('button', { name: 'Actions pour Retours 2027' }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await titles()).not.toContain('Retours 2027');
});

const idOf = (document: object | undefined): object => {
  const { knowledge_document_id } = document as { knowledge_document_id: string };
  return { knowledge_document_id };
};

it('sets a model up field by field, and never shows its key again', async () => {
  await open('bot');
  const save = page.getByRole('button', { name: 'Enregistrer' });
  await page.getByRole('radio', { name: 'Modèle de langage' }).check({ force: true });
  await save.click();
  await page.getByText(/^Ce relais n’a pas de modèle/).waitFor();
  expect((await storedBot())['kind']).toBe('builtin');

  await page.getByLabel('Utiliser votre propre modèle').check();
  await save.click();
  await expect.poll(() => page.getByText('Ce champ est obligatoire.').count()).toBe(2);
  const url = page.getByLabel('Adresse du modèle');
  await url.fill('http://10.0.0.1/v1');
  await page.getByLabel('Nom du modèle').fill('petit-modele');
  await page.getByLabel('Clé d’API').fill(KEY);
  await page.getByLabel('Jetons par jour').fill('-1');
  await save.click();
  await page.getByText('Cette valeur n’est pas acceptée.').waitFor();
  await page.getByLabel('Jetons par jour').fill('5000');
  await save.click();
  await page.getByText(/^Le relais n’envoie rien à cette adresse/).waitFor();
  expect(await page.getByLabel('Clé d’API').inputValue()).toBe(KEY);
  await url.fill(stub.url);
  await save.click();
  await page.getByText('Enregistré.', { exact: true }).first().waitFor();
  expect(await storedBot()).toMatchObject({
    kind: 'model',
    daily_tokens: 5000,
    model: { url: stub.url, model: 'petit-modele', api_key_set: true, min_overlap: 0.5 },
  });
  expect(await page.getByLabel('Clé d’API').inputValue()).toBe('');
  expect(await page.content()).not.toContain(KEY);
  expect(await faults()).toEqual([]);
});

it('sets an embedding model up, names its bad address, and never shows its key again', async () => {
  await open('bot');
  const save = page.getByRole('button', { name: 'Enregistrer' });
  const use = page.getByRole('checkbox', { name: 'Trouver les passages par leur sens' });
  await use.check();
  await save.click();
  await expect.poll(() => page.getByText('Ce champ est obligatoire.').count()).toBe(2);
  const url = page.getByLabel('Adresse du modèle d’embeddings');
  const key = page.getByLabel('Clé d’API des embeddings');
  await url.fill('http://10.0.0.1/v1');
  await page.getByLabel('Nom du modèle d’embeddings').fill('petit-sens');
  await key.fill(EMBEDDINGS_KEY);
  await save.click();
  await page.getByText(/^Le relais n’envoie rien à cette adresse/).waitFor();
  expect(await url.getAttribute('aria-invalid')).toBe('true');
  await url.fill(stub.url);
  await save.click();
  const stored = { url: stub.url, model: 'petit-sens', api_key_set: true };
  await expect.poll(async () => (await storedBot())['embeddings']).toEqual(stored);
  await expect.poll(() => key.inputValue()).toBe('');
  expect(await page.content()).not.toContain(EMBEDDINGS_KEY);
  expect(await faults()).toEqual([]);

  // Saving another setting keeps the embeddings, and a new model name keeps the key.
  await page.getByLabel('Nom du modèle d’embeddings').fill('grand-sens');
  await save.click();
  await expect
    .poll(async () => (await storedBot())['embeddings'])
    .toEqual({ ...stored, model: 'grand-sens' });
  await use.uncheck();
  await save.click();
  await expect.poll(async () => (await storedBot())['embeddings']).toBe(null);
});

it('does not call a new key saved when the request was lost', async () => {
  await open('bot');
  await page.route('**/update/tenant', (route) => route.abort());
  await page.getByLabel('Clé d’API').fill('sk-lost');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Rien n’a été enregistré.').first().waitFor();
  expect(await page.getByLabel('Clé d’API').inputValue()).toBe('sk-lost');
  await page.unroute('**/update/tenant');
  page.once('dialog', (asked) => void asked.accept()); // leaves what was typed
});

it('keeps the key while other settings change, and asks the model when it is tried', async () => {
  await open('bot');
  await page.getByLabel('Nom du modèle').fill('grand-modele');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Enregistré.', { exact: true }).first().waitFor();
  expect(await storedBot()).toMatchObject({
    model: { model: 'grand-modele', api_key_set: true },
  });
  // So few documents say little about which of their words are rare.
  await api.post('/console/update/tenant', {
    tenant_id: tenantId,
    bot: { kind: 'model', confidence_threshold: 0.05 },
  });
  await open('bot');
  stub.always((reply) => reply.say('Les colis partent chaque matin. [p1]'));
  await page
    .getByLabel('Message d’un visiteur')
    .fill('Livraison : les colis partent chaque matin ?');
  await page.getByRole('button', { name: 'Essayer' }).click();
  await page.getByText('Répond', { exact: true }).waitFor();
  await page.getByText('https://boutique.example/livraison').waitFor();
  expect(stub.asked.at(-1)).toMatchObject({
    authorization: `Bearer ${KEY}`,
    body: { model: 'grand-modele' },
  });
  expect(await faults()).toEqual([]);

  await page.getByLabel('Supprimer la clé enregistrée').check();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByLabel('Clé d’API').waitFor();
  expect(await storedBot()).toMatchObject({ model: { api_key_set: false } });
});
