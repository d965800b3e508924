import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf, type Api } from '../packages/server/test/support/api';
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from '../packages/server/test/support/callback-receiver';
import { startRelay, type TestRelay } from '../packages/server/test/support/relay';
import { VisitorSocket } from '../packages/server/test/support/visitor-socket';
import { setTenantStatus } from '../packages/server/test/support/system-admin';
import {
  createVisitor,
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
  saidTwice,
  stickingOut,
} from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

const HOSTILE = '<img src=x onerror=consoleFaults.push("ran")>';

let relay: TestRelay;
let browser: Browser;
let receiver: CallbackReceiver;
let isBroken = false;
let world: World;
let page: Page;
const owner = { email: uniqueEmail(), password: PASSWORD };

/** An owner who is a super-admin too, with a tenant whose backend can be broken. */
beforeAll(async () => {
  [relay, browser] = await Promise.all([startRelay({ env: OFFICE_LIMITS }), launchBrowser()]);
  const { token, memberships } = await register(relay.url, owner.email, 'Olga Owner', {
    organization_name: 'La Boutique',
  });
  const byKey = apiOf(relay.url, undefined, { 'x-admin-key': relay.adminKey });
  await byKey.post(`/console/promote/console-admin?email=${encodeURIComponent(owner.email)}`);
  receiver = await startCallbackReceiver({
    secretsFor: () => [world.tenantSecret],
    behave: () => (isBroken ? 'error' : 'ok'),
  });
  world = await addTenant(apiOf(relay.url, token), token, memberships[0]?.workspace_id ?? '');
  page = await newConsolePage(browser, { viewport: { width: 1280, height: 900 } });
  await signInTo(page, relay.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await relay?.stop();
  await receiver?.close();
});

async function addTenant(api: Api, token: string, workspaceId: string): Promise<World> {
  const origin = 'https://shop.example';
  const { data } = await api.post<{
    tenant: { tenant_id: string; widget_public_key: string };
    tenant_secret: string;
  }>('/console/create/tenant', {
    workspace_id: workspaceId,
    tenant_name: HOSTILE,
    allowed_origins: [origin],
    callback_url_base: receiver.url,
    bot: { kind: 'none' },
    answer: false,
  });
  return {
    owner: api,
    ownerToken: token,
    workspaceId,
    tenantId: data.tenant.tenant_id,
    tenantSecret: data.tenant_secret,
    widgetKey: data.tenant.widget_public_key,
    origin,
  };
}

/** A visitor who writes one message. @returns the session's id */
async function visit(text: string): Promise<string> {
  const { token, sessionId } = await createVisitor(relay.url, world);
  const socket = await VisitorSocket.open(relay.url, token, { origin: world.origin });
  await socket.say('1', text);
  return sessionId;
}

const open = async (path: string): Promise<void> => {
  await page.goto(`${relay.url}/console/${path}`);
  await page.locator('h1').waitFor();
};

it('shows a failing backend, and sends an event again once it is repaired', async () => {
  isBroken = true;
  await visit('Où est mon colis ?');
  await open('callbacks');
  await page.getByText('En échec').waitFor();
  await page.getByRole('link', { name: 'conversation-started' }).click();
  await page.getByRole('cell', { name: 'HTTP 500' }).first().waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await page.getByText('Livré', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Callbacks' }).first().click();
  await page.getByText('Tout est livré').waitFor();
  await page.getByRole('link', { name: 'message-received' }).waitFor();

  // Filters are in the address, and a reload keeps them.
  await page.getByLabel('Événement').selectOption('ticket-created');
  await page.waitForURL(/event=ticket-created/);
  await page.reload();
  await expect.poll(() => page.getByRole('link', { name: 'message-received' }).count()).toBe(0);
  await page.getByRole('link', { name: 'ticket-created' }).waitFor();

  // A time span is counted before it is sent again.
  await page.getByRole('button', { name: 'Renvoyer une période' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Compter' }).click();
  await dialog.getByText('Ce champ est obligatoire.').first().waitFor();
  await dialog.getByLabel('Depuis').fill('2020-01-01T00:00');
  await dialog.getByLabel('Jusqu’à').fill('2099-01-01T00:00');
  await dialog.getByRole('button', { name: 'Compter' }).click();
  await dialog.getByText('3 événements seront renvoyés.').waitFor();
  const before = receiver.arrivals.length;
  await dialog.getByRole('button', { name: 'Renvoyer (3)' }).click();
  await page.getByText('Événements renvoyés : 3.').first().waitFor();
  await expect.poll(() => receiver.arrivals.length).toBe(before + 3);

  await page.getByRole('button', { name: 'Tester le callback' }).click();
  await dialog.getByText(/· \d+\sms ·/).waitFor();
  expect(await dialog.locator('.check-mark.online').count()).toBe(3);
  expect(await faultsOn(page)).toEqual([]);
});

it('names the filter of an address that it can’t apply', async () => {
  await open('callbacks?event=nothing-like-it');
  await page.getByRole('link', { name: 'conversation-started' }).first().waitFor();
  const event = page.getByLabel('Événement');
  expect(await event.getAttribute('aria-invalid')).toBe('true');
  expect(await event.inputValue()).toBe('nothing-like-it');
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('invites a colleague, who joins in another browser, and deletes their account there', async () => {
  await open('people/invitations');
  await page.getByRole('button', { name: 'Inviter' }).first().click();
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel('Adresse e-mail');
  await email.fill('no address');
  await dialog.getByRole('button', { name: 'Inviter' }).click();
  await dialog.getByText('Saisissez une adresse e-mail complète.').waitFor();
  expect(await email.inputValue()).toBe('no address');
  const colleague = uniqueEmail();
  await email.fill(colleague);
  await dialog.getByRole('button', { name: 'Inviter' }).click();
  const link = await page.locator('.code-block code').innerText();

  const other = await newConsolePage(browser);
  await other.goto(link);
  await other.getByLabel('Votre nom').fill('Camille');
  await other.getByLabel('Adresse e-mail').fill(colleague);
  await other.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Continuer' }).click();
  await other.getByRole('button', { name: 'Remplir' }).click();
  await other.getByRole('navigation', { name: 'Navigation principale' }).waitFor();
  await open('people/members');
  await page.getByText(colleague).waitFor();

  // Then the colleague leaves.
  await other.goto(`${relay.url}/console/account/security`);
  await other.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const goodbye = other.getByRole('dialog');
  await goodbye.getByLabel('Mot de passe actuel').fill('not the password');
  await goodbye.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await goodbye.getByText('Ce n’est pas votre mot de passe actuel.').waitFor();
  await goodbye.getByLabel('Mot de passe actuel').fill(PASSWORD);
  await goodbye.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await other.getByRole('heading', { name: 'Connexion' }).waitFor();
  expect(await faultsOn(other)).toEqual([]);
  await other.context().close();
  await page.reload();
  await page.getByRole('table').getByText(owner.email).waitFor();
  expect(await page.getByText(colleague).count()).toBe(0);
});

it('erases a visitor once their id is typed', async () => {
  const sessionId = await visit('Bonjour licorne');
  // Words can be found some seconds after their message.
  const found = async () => {
    const route = '/console/fetch/conversations?q=licorne';
    const { data } = await world.owner.get<{ conversations: object[] }>(route);
    return data.conversations.length;
  };
  await expect.poll(found, { timeout: 15_000 }).toBe(1);
  await open('visitors');
  await page.getByRole('searchbox', { name: 'Visiteur' }).fill('licorne');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await page.getByText('Bonjour licorne').waitFor();
  await page.getByRole('button', { name: `Droits de ${sessionId}` }).click();
  await page.getByRole('menuitem', { name: 'Effacer les données' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Effacer les données' }).click();
  await dialog.getByText(/Saisissez exactement/).waitFor();
  await dialog.getByLabel(/saisissez/).fill(sessionId.slice(0, 10));
  await dialog.getByRole('button', { name: 'Effacer les données' }).click();
  await page.getByText('Sessions effacées : 1.').first().waitFor();
  const { data } = await world.owner.post<{ export: { sessions: { erased_at: string }[] } }>(
    '/console/export/visitor',
    { tenant_id: world.tenantId, session_id: sessionId },
  );
  expect(data.export.sessions[0]?.erased_at).not.toBeNull();
  await open('audit');
  await page.getByRole('cell', { name: 'visitor.erased' }).waitFor();
  expect(await faultsOn(page)).toEqual([]);
});

it('offers notifications but no availability to an admin who is no operator', async () => {
  await open('inbox');
  await page.getByRole('button', { name: 'Notifications et sons' }).waitFor();
  expect(await page.getByRole('button', { name: /^Ma disponibilité/ }).count()).toBe(0);
});

it('suspends and reactivates a tenant as a super-admin', async () => {
  await open('system/tenants');
  const statusOf = async (): Promise<number> =>
    (
      await apiOf(relay.url).get(
        `/fetch/widget-config?tenant_id=${world.tenantId}&widget_public_key=${world.widgetKey}`,
      )
    ).status;
  await page.getByRole('button', { name: /^Suspendre/ }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Motif/)
    .fill('impayé');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspendre' }).click();
  await page.getByText('Suspendu', { exact: true }).last().waitFor();
  expect(await statusOf()).toBe(403);
  // The reason is one click away from the tenant.
  await open(`tenants/${world.tenantId}`);
  await page.locator('.banner').getByRole('link', { name: 'Journal' }).click();
  await page.getByText('{"reason":"impayé"}').waitFor();
  await open('system/tenants');
  await page.getByRole('button', { name: /^Réactiver/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Réactiver' }).click();
  await page.getByRole('button', { name: /^Suspendre/ }).waitFor();
  expect(await statusOf()).toBe(200);
});

it('finds the rare entries of an author or of an action, however far back they are', async () => {
  const { tenantId, workspaceId } = world;
  // More entries than the first page of the log has.
  const rename = (tenant_name: string) =>
    world.owner.post('/console/update/tenant', { tenant_id: tenantId, tenant_name });
  await Promise.all(Array.from({ length: 200 }, (_, count) => rename(`Maison ${count}`)));
  await rename(HOSTILE);
  const { data } = await world.owner.get<{ entries: { action: string }[] }>(
    `/console/fetch/audit-log?workspace_id=${workspaceId}&limit=200`,
  );
  expect(data.entries.map(({ action }) => action)).not.toContain('tenant.created');
  await open('audit?action=tenant.created');
  await page.getByRole('cell', { name: 'tenant.created' }).waitFor();
  await page.getByText(/^Entrées parcourues.*toute la période/).waitFor();
  expect(await page.getByLabel('Type d’action').inputValue()).toBe('tenant.created');
});

it('deletes a workspace without a site by its name, and shows another one', async () => {
  await world.owner.post('/console/create/workspace', { name: 'Éphémère' });
  await open('people/members');
  await page.getByRole('button', { name: /^Espace de travail/ }).click();
  await page.getByRole('menuitemradio', { name: 'Éphémère' }).click();
  await page.getByRole('heading', { level: 2, name: 'Éphémère' }).waitFor();
  await page.getByRole('button', { name: 'Actions sur l’espace' }).click();
  await page.getByRole('menuitem', { name: 'Supprimer l’espace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Éphémère');
  await dialog.getByRole('button', { name: 'Supprimer l’espace' }).click();
  await page.getByRole('heading', { level: 2, name: 'La Boutique' }).waitFor();
});

it('tells an operator who opens the page of an admin that it is not for operators', async () => {
  const email = uniqueEmail();
  const invited = await world.owner.post<{ dev_invite_token: string }>('/console/create/operator', {
    workspace_id: world.workspaceId,
    email,
    display_name: 'Oscar',
    tenant_ids: [world.tenantId],
  });
  const by = { invite_token: invited.data.dev_invite_token };
  await register(relay.url, email, 'Oscar', by);
  const operator = await newConsolePage(browser);
  await signInTo(operator, relay.url, { email, password: PASSWORD });
  const refused: string[] = [];
  operator.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  for (const path of ['callbacks', 'reports', `tenants/${world.tenantId}/bot`, 'people/members']) {
    await operator.goto(`${relay.url}/console/${path}`);
    await operator.getByRole('heading', { name: 'Vous n’avez pas accès à cette page' }).waitFor();
    await operator.getByText(/administrateurs de cet espace/).waitFor();
  }
  await operator.goto(`${relay.url}/console/system/stats`);
  await operator.getByText(/super-administrateurs/).waitFor();
  expect(await axeFaults(operator)).toEqual([]);
  await operator.goto(`${relay.url}/console/people/canned`);
  await operator.getByRole('heading', { name: 'Réponses types' }).first().waitFor();
  expect(refused).toEqual([]);
  expect(await faultsOn(operator)).toEqual([]);
  await operator.context().close();
});

it('proposes an active site to a new operator, and none that is being deleted', async () => {
  const { owner: api, workspaceId: workspace_id } = world;
  const make = async (tenant_name: string): Promise<string> => {
    const { data } = await api.post<{ tenant: { tenant_id: string } }>('/console/create/tenant', {
      workspace_id,
      tenant_name,
      allowed_origins: ['https://old.example'],
    });
    return data.tenant.tenant_id;
  };
  // In the order of names these two would come first.
  const suspended = await make('(suspendu)');
  await setTenantStatus(relay, suspended, 'suspended');
  const tenant_name = '(supprimé)';
  const tenant_id = await make(tenant_name);
  await api.post('/console/delete/tenant', { tenant_id, tenant_name });
  await open(`tenants/${tenant_id}/danger`);
  await page.getByRole('button', { name: 'Restaurer le site' }).waitFor();
  expect(await saidTwice(page)).toEqual([]);
  await open('people/operators');
  await page.getByRole('button', { name: 'Ajouter un opérateur' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { checked: true }).waitFor();
  const offered = () =>
    dialog.getByRole('checkbox').evaluateAll((boxes) =>
      boxes.map((box) => {
        const { checked, labels } = box as HTMLInputElement;
        return `${checked ? '[x]' : '[ ]'} ${labels?.[0]?.textContent ?? ''}`;
      }),
    );
  expect(await offered()).toEqual([`[x] ${HOSTILE}`, '[ ] (suspendu)']);
  await open('callbacks');
  const site = page.getByLabel('Site', { exact: true });
  expect(await site.inputValue()).toBe(world.tenantId);
});

const SCREENS = [
  'callbacks',
  'reports',
  'people/members',
  'people/operators',
  'people/invitations',
  'audit',
  'visitors',
  'visitors?q=colis',
  'system/stats',
  'system/workspaces',
  'system/tenants',
  'system/admins',
  'system/audit',
];

it.each([
  ['fr', 'light'],
  ['en', 'dark'],
] as const)(
  'has no fault that axe finds, breaks no policy, and fits a phone, in %s and %s',
  { timeout: 120_000 },
  async (language, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.evaluate((locale) => localStorage.setItem('relay-console.locale', locale), language);
    const faults: string[] = [];
    const check = async (name: string): Promise<void> => {
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      for (const fault of await axeFaults(page)) faults.push(`${name}: ${fault}`);
      for (const fault of await faultsOn(page)) faults.push(`${name}: ${fault}`);
      for (const fault of await saidTwice(page)) faults.push(`${name}: ${fault}`);
    };
    for (const path of SCREENS) {
      await open(path);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
      await check(path);
      for (const width of [768, 360]) {
        await page.setViewportSize({ width, height: 740 });
        for (const fault of await stickingOut(page)) faults.push(`${path}, ${width}: ${fault}`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    await open('callbacks');
    await page.getByRole('link', { name: 'ticket-created' }).first().click();
    await page.locator('.code-block').first().waitFor();
    await check('one event');
    await open('people/operators');
    await page
      .getByRole('button', { name: /^(Ajouter|Add)/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await check('operator');
    expect(faults).toEqual([]);
  },
);
