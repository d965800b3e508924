import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRelay } from '../packages/server/test/support/relay';
import { VisitorSocket } from '../packages/server/test/support/visitor-socket';
import {
  createVisitor,
  createWorld,
  PASSWORD,
  register,
  uniqueEmail,
  type World,
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

const relay = useRelay({ env: OFFICE_LIMITS });
let browser: Browser;
let world: World;
let page: Page;
let conversationId: string;

const QUESTION = 'Combien de jours pour renvoyer les articles soldés ?';

beforeAll(async () => {
  browser = await launchBrowser();
  world = await createWorld(relay.url, {
    tenant_name: 'Maison',
    default_locale: 'fr',
    bot: { kind: 'builtin', confidence_threshold: 0.9 },
  });
  const { owner, workspaceId: workspace_id, tenantId: tenant_id } = world;
  await owner.post('/console/create/knowledge-document', {
    tenant_id,
    title: 'Conditions',
    content: '# Retours\n\nVous pouvez renvoyer un article sous 30 jours, sans frais.',
  });
  const email = uniqueEmail();
  const { data } = await owner.post<{ dev_invite_token: string }>('/console/create/invitation', {
    workspace_id,
    email,
    role: 'admin',
  });
  await register(relay.url, email, 'Ada', { invite_token: data.dev_invite_token });
  page = await newConsolePage(browser, { viewport: { width: 1280, height: 900 } });
  await signInTo(page, relay.url, { email, password: PASSWORD });
  const { token } = await createVisitor(relay.url, world, { locale: 'fr' });
  const socket = await VisitorSocket.open(relay.url, token);
  await socket.say('1', QUESTION);
  const { conversation } = await socket.next(
    'status',
    (frame) => frame.conversation.status === 'WAITING',
  );
  socket.ws.terminate();
  conversationId = conversation.conversation_id;
}, 60_000);
afterAll(() => browser?.close());

/** Accessibility faults of the current page in both themes and on a phone. */
async function faults(name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeFaults(page)));
    await shoot(`${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  found.push(...(await faultsOn(page)));
  await page.setViewportSize({ width: 390, height: 740 });
  found.push(...(await stickingOut(page)));
  await shoot(`${name}-390`);
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}

async function shoot(name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const open = (path: string) => page.goto(`${relay.url}/console/${path}`);
const dialog = () => page.getByRole('dialog');

it('says on the conversation how close the bot came, and leads to the document', async () => {
  await open(`inbox/${conversationId}`);
  const reason = page.getByText(
    /^Le passage le plus proche atteint 0,\d\d sur 0,90 nécessaires\.$/,
  );
  await reason.click();
  const passage = page.getByText(/sous 30 jours, sans frais/);
  await passage.waitFor();
  expect(await faults('conversation')).toEqual([]);

  await page.getByRole('link', { name: 'Modifier le document' }).click();
  await dialog().getByLabel('Titre').waitFor();
  expect(await dialog().getByLabel('Titre').inputValue()).toBe('Conditions');
  expect(new URL(page.url()).search).toBe('');
});

it('begins an entry of the FAQ with the question', async () => {
  await open(`inbox/${conversationId}`);
  await page.getByText(/^Le passage le plus proche/).click();
  await page.getByRole('link', { name: 'Ajouter à la FAQ' }).click();
  const questions = dialog().getByLabel('Questions');
  await questions.waitFor();
  expect(await questions.inputValue()).toBe(QUESTION);
});

it('says among the unanswered questions how close the bot came', async () => {
  const { owner, workspaceId: workspace_id, tenantId } = world;
  const { data: me } = await owner.get<{ account: { email: string } }>('/console/fetch/account');
  await owner.post('/console/create/operator', {
    workspace_id,
    email: me.account.email,
    display_name: 'Olga',
    tenant_ids: [tenantId],
  });
  const conversation = { conversation_id: conversationId };
  await owner.post('/console/claim/conversation', conversation);
  const sent = await owner.post('/console/send/message', {
    ...conversation,
    client_msg_id: 'a',
    content: 'Sous 30 jours.',
  });
  expect(sent.status).toBe(200);
  await open(`tenants/${tenantId}/unanswered`);
  const row = page.getByRole('row', { name: /renvoyer les articles/ });
  await row
    .getByText(/^Le passage le plus proche atteint 0,\d\d sur 0,90 nécessaires\.$/)
    .waitFor();
  expect(await faults('unanswered')).toEqual([]);
  await row.getByRole('link', { name: /^Modifier le document/ }).click();
  await dialog().getByLabel('Titre').waitFor();
});

it('shows what a lower minimum would answer before it is saved', async () => {
  await open(`inbox/${conversationId}`);
  await page.getByText(/^Le passage le plus proche/).click();
  await page.getByRole('link', { name: 'Baisser le minimum…' }).click();
  await dialog()
    .getByText(/Réponses en plus\s: 1\./)
    .waitFor();
  await dialog()
    .getByText(/sous 30 jours, sans frais/)
    .first()
    .waitFor();
  expect(await faults('minimum')).toEqual([]);

  const slider = dialog().getByRole('slider');
  const low = await slider.inputValue();
  await slider.fill('0.95');
  await dialog()
    .getByText(/Aucune réponse en plus/)
    .waitFor();
  await slider.fill(low);
  // A minimum that another person saves neither closes the dialog nor moves the slider.
  const readAgain = page.waitForResponse(/fetch\/tenant\?/);
  await world.owner.post('/console/update/tenant', {
    tenant_id: world.tenantId,
    bot: { kind: 'builtin', confidence_threshold: 0.8 },
  });
  await readAgain;
  await dialog().getByRole('button', { name: 'Enregistrer' }).click();
  await dialog()
    .getByText(/quelqu’un vient de modifier ce site/)
    .waitFor();
  expect(await slider.inputValue()).toBe(low);
  await dialog().getByRole('button', { name: 'Enregistrer quand même' }).click();
  await dialog().waitFor({ state: 'detached' });
  const { data } = await world.owner.get<{ tenant: { bot: { confidence_threshold: number } } }>(
    `/console/fetch/tenant?tenant_id=${world.tenantId}`,
  );
  expect(data.tenant.bot.confidence_threshold).toBe(Number(low));
});
