import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../packages/server/test/support/members';
import { newTab } from './support/console-browser';
import {
  bubbleOf,
  claimOf,
  openInbox,
  rowOf,
  showInbox,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';
import { createVisitor } from '../packages/server/test/support/world';
import { VisitorSocket } from '../packages/server/test/support/visitor-socket';

const WITHIN = { timeout: 2_000 };

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await startConsoleStage();
});
afterAll(() => stage?.stop());

const isOnline = async ({ tenant_id, widget_public_key }: Site): Promise<boolean> => {
  const query = new URLSearchParams({ tenant_id, widget_public_key });
  const answer = await fetch(`${stage.relay.url}/api/v1/fetch/widget-config?${query}`);
  const { data } = (await answer.json()) as { data: { widget_config: { is_online: boolean } } };
  return data.widget_config.is_online;
};
interface Site {
  tenant_id: string;
  widget_public_key: string;
}

describe('who answers a site', () => {
  it('is its creator, in every open tab and at once', async () => {
    const { world, relay } = stage;
    const { email } = await addMember(relay.url, world, 'admin', 'Carla Creator');
    const page = await openInbox(stage, email, { locale: 'en-GB' });
    const other = await newTab(await page.context().newPage());
    await other.goto(`${relay.url}/console/inbox`);
    await showInbox(other);

    await page.locator('nav a[href="/console/tenants"]').first().click();
    await page.getByRole('button', { name: 'Add a site' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: false }).first().fill('Carla’s shop');
    await dialog
      .getByLabel(/address|Origin/i)
      .first()
      .fill('https://carla.example');
    expect(await dialog.getByLabel('I answer here myself').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Add a site' }).click();
    await page.getByText('Carla’s shop').first().waitFor();

    const { data } = await world.owner.get<{ tenants: (Site & { tenant_name: string })[] }>(
      `/console/fetch/tenants?workspace_id=${world.workspaceId}`,
    );
    const site = data.tenants.find(({ tenant_name }) => tenant_name === 'Carla’s shop')!;
    await expect.poll(() => isOnline(site), { timeout: 5_000 }).toBe(true);

    const visitor = await createVisitor(
      relay.url,
      {
        tenantId: site.tenant_id,
        widgetKey: site.widget_public_key,
        origin: 'https://carla.example',
      },
      { mode: 'human' },
    );
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', 'Is anyone there?');
    const { conversation } = await socket.next('status');
    const visit = { socket, conversationId: conversation.conversation_id };
    const area = await claimOf(other, visit);
    await area.fill('I am.');
    await area.press('Enter');
    await socket.next('msg', (frame) => frame.sender.kind === 'agent');
    await page.context().close();
  });

  it('is offered to an owner or admin who reads, who then claims without a reload', async () => {
    const { world, relay } = stage;
    const { email } = await addMember(relay.url, world, 'admin', 'Rita Reader');
    const page = await openInbox(stage, email, { locale: 'en-GB' });
    const visit = await stage.visit(['Hello?']);
    await rowOf(page, visit).click();
    await bubbleOf(page, 'Hello?').waitFor();
    const claim = page.locator('.thread-head button', { hasText: 'Claim' });
    expect(await claim.first().getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Answer here' }).click();
    await expect.poll(() => claim.first().getAttribute('aria-disabled'), WITHIN).toBe(null);
    await claim.first().click();
    await page.getByRole('textbox', { name: /Your reply/ }).waitFor();

    // A second site is added to those that this operator answers.
    const { data } = await world.owner.get<{
      operators: { display_name: string; operator_id: string }[];
    }>(`/console/fetch/operators?workspace_id=${world.workspaceId}`);
    const { operator_id } = data.operators.find(
      ({ display_name }) => display_name === 'Rita Reader',
    )!;
    // Removing the operator disables the button at once.
    const next = await stage.visit(['Still there?']);
    await rowOf(page, next).click();
    await expect.poll(() => claim.first().getAttribute('aria-disabled'), WITHIN).toBe(null);
    const removed = await world.owner.post('/console/remove/operator', { operator_id });
    expect(removed.status).toBe(200);
    await expect.poll(() => claim.first().getAttribute('aria-disabled'), WITHIN).toBe('true');
    await page.context().close();
  });

  it('has a canned reply in its inbox as soon as it is saved', async () => {
    const { world } = stage;
    const { email } = await stage.addOperator('Paul');
    const page = await openInbox(stage, email, { locale: 'en-GB' });
    const area = await claimOf(page, await stage.visit(['Where is my parcel?']));
    await world.owner.post('/console/create/canned-reply', {
      workspace_id: world.workspaceId,
      shortcut: 'ref',
      content: 'Your reference is in the mail.',
    });
    await area.pressSequentially('/re');
    await page.getByRole('option', { name: /ref/ }).waitFor(WITHIN);
    await page.context().close();
  });
});

describe('what is typed where nothing takes it', () => {
  let page: Page;
  beforeAll(async () => {
    const { email } = await stage.addOperator('Tina');
    page = await openInbox(stage, email, { locale: 'en-GB' });
  });

  /** The conversation's status and snooze time, as the relay has stored them. */
  const stateOf = async (id: string) => {
    const { data } = await stage.world.owner.get<{
      conversation: { status: string; snoozed_until: string | null };
    }>(`/console/fetch/conversation?conversation_id=${id}`);
    const { status, snoozed_until } = data.conversation;
    return { status, snoozed_until };
  };
  const WAITING = { status: 'WAITING', snoozed_until: null };

  it('runs no shortcut at the locked composer', async () => {
    const visit = await stage.visit(['I wait.']);
    await rowOf(page, visit).click();
    await bubbleOf(page, 'I wait.').waitFor();
    await page.locator('.not-held').click({ position: { x: 20, y: 20 } });
    await page.keyboard.type('see you soon, certainly ', { delay: 5 });
    await page.keyboard.press('Enter');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(await stateOf(visit.conversationId)).toEqual(WAITING);
    // The dialog reacts to keys only while the focus is in it.
    await page.locator('.thread-head h1').click();
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: /Your reply/ }).waitFor();
  });

  it('presses no button of a dialog that a letter has opened', async () => {
    const visit = await stage.visit(['I wait, too.']);
    await rowOf(page, visit).click();
    await bubbleOf(page, 'I wait, too.').waitFor();
    for (const text of ['so sorry ', 's ', 'yes please']) {
      await page.locator('.thread-head h1').click();
      await page.keyboard.type(text, { delay: 5 });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
      expect(await stateOf(visit.conversationId), text).toEqual(WAITING);
    }
  });

  it('is asked about before a shortcut of a canned reply goes to the visitor', async () => {
    const visit = await stage.visit(['And I.']);
    const area = await claimOf(page, visit);
    await area.pressSequentially('/unknown');
    await page.keyboard.press('Escape');
    await area.press('Enter');
    await area.press('Enter');
    await page
      .getByText('No canned reply was inserted for “/unknown”', { exact: false })
      .first()
      .waitFor();
    expect(await area.inputValue()).toBe('/unknown');
    await page.getByRole('button', { name: 'Send as it is' }).click();
    const sent = await visit.socket.next('msg', (frame) => frame.sender.kind === 'agent');
    expect(sent.content).toBe('/unknown');
  });
});
