import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf } from '../packages/server/test/support/api';
import { addMember, signIn } from '../packages/server/test/support/members';
import { useRelay } from '../packages/server/test/support/relay';
import { PASSWORD, type World } from '../packages/server/test/support/world';
import { axeFaults, newConsolePage, OFFICE_LIMITS, signInTo } from './support/console-browser';
import { launchBrowser } from './support/widget-browser';

const ROOT = 'root@corp.test';
const relay = useRelay({
  env: {
    ...OFFICE_LIMITS,
    REGISTRATION: 'invited',
    CREATE_WORKSPACE: 'admins',
    SYSTEM_ADMIN_EMAIL: ROOT,
    SYSTEM_ADMIN_PASSWORD: PASSWORD,
  },
});
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

it('says whom to ask, and offers no form that would be refused', async () => {
  const page = await newConsolePage(browser);
  await page.goto(`${relay.url}/console/sign-in`);
  await page.getByText(/Demandez une invitation/).waitFor();
  expect(await page.locator('a[href^="/console/register"]').count()).toBe(0);
  await page.goto(`${relay.url}/console/register`);
  await page.getByText(/Demandez une invitation/).waitFor();
  expect(await page.locator('main input').count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

it('lets the super-admin create the first workspace, and tells a person without one what to do', async () => {
  const page = await newConsolePage(browser);
  await signInTo(page, relay.url, { email: ROOT, password: PASSWORD });
  await page.getByLabel('Nom de l’organisation').fill('La Boutique');
  await page.getByRole('button', { name: 'Créer un espace' }).click();
  await page.getByRole('heading', { name: 'Boîte de réception' }).waitFor();
  await page.context().close();

  const { token } = await signIn(relay.url, ROOT);
  const owner = apiOf(relay.url, token);
  const { data } = await owner.get<{ workspaces: { workspace_id: string }[] }>(
    '/console/fetch/workspaces',
  );
  const workspaceId = data.workspaces[0]?.workspace_id ?? '';
  const member = await addMember(relay.url, { owner, workspaceId } as World, 'admin');
  const body = { workspace_id: workspaceId, account_id: member.accountId };
  expect((await owner.post('/console/remove/member', body)).status).toBe(200);

  const theirs = await newConsolePage(browser);
  await signInTo(theirs, relay.url, { email: member.email, password: PASSWORD });
  await theirs.getByText(/seuls les super-administrateurs créent des espaces/).waitFor();
  expect(await theirs.locator('main input').count()).toBe(0);
  await theirs.context().close();
});
