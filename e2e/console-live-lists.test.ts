import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import { addMember, invite } from '../packages/server/test/support/members';
import {
  claimOf,
  faultsOf,
  openInbox,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';

/** The longest time from a change in one console until another console shows it. */
const WITHIN = { timeout: 2_000 };

let stage: ConsoleStage;
let admin: { email: string; accountId: string; api: Api };
let page: Page;
beforeAll(async () => {
  stage = await startConsoleStage();
  const { owner, tenantId: tenant_id } = stage.world;
  await owner.post('/console/update/tenant', { tenant_id, bot: { kind: 'builtin' } });
  admin = await addMember(stage.relay.url, stage.world, 'admin', 'Ada Admin');
  page = await openInbox(stage, admin.email, { locale: 'en-GB' });
});
afterAll(() => stage?.stop());

interface Ids {
  workspace_id: string;
  tenant_id: string;
}
/** The owner's change, and what the admin's open page then shows, or no longer shows. */
interface Change {
  at: (ids: Ids) => string;
  steps: [act: (owner: Api, ids: Ids) => Promise<unknown>, sees: string | RegExp, gone?: true][];
}

const last: Record<string, string> = {};
async function made(answer: Promise<{ status: number; data: object }>, name: string, id: string) {
  const { status, data } = await answer;
  expect(status, JSON.stringify(data)).toBeLessThan(300);
  last[id] = (data as Record<string, Record<string, string>>)[name]?.[id] ?? '';
}
const done = async (answer: Promise<{ status: number; data: object }>) => {
  const { status, data } = await answer;
  expect(status, JSON.stringify(data)).toBeLessThan(300);
};

const CHANGES: Record<string, Change> = {
  operators: {
    at: () => 'people/operators',
    steps: [
      [
        async (owner, { workspace_id, tenant_id }) => {
          const member = await addMember(stage.relay.url, stage.world, 'operator', 'Otto');
          const body = { workspace_id, email: member.email, tenant_ids: [tenant_id] };
          await made(
            owner.post('/console/create/operator', { ...body, display_name: 'Otto Operator' }),
            'operator',
            'operator_id',
          );
        },
        'Otto Operator',
      ],
      [
        (owner) =>
          done(
            owner.post('/console/update/operator', {
              operator_id: last['operator_id'],
              display_name: 'Otto Renamed',
            }),
          ),
        'Otto Renamed',
      ],
      [
        (owner) =>
          done(owner.post('/console/remove/operator', { operator_id: last['operator_id'] })),
        'Otto Renamed',
        true,
      ],
    ],
  },
  members: {
    at: () => 'people/members',
    steps: [
      [
        async () => {
          const { accountId } = await addMember(
            stage.relay.url,
            stage.world,
            'operator',
            'Mia New',
          );
          last['account_id'] = accountId;
        },
        'Mia New',
      ],
      [
        (owner, { workspace_id }) =>
          done(
            owner.post('/console/remove/member', { workspace_id, account_id: last['account_id'] }),
          ),
        'Mia New',
        true,
      ],
      [
        (owner) => done(owner.post('/console/update/account', { display_name: 'Olga O.' })),
        'Olga O.',
      ],
      [
        (owner, { workspace_id }) =>
          done(owner.post('/console/update/workspace', { workspace_id, name: 'Renamed Ltd' })),
        'Renamed Ltd',
      ],
    ],
  },
  invitations: {
    at: () => 'people/invitations',
    steps: [
      [
        async () => {
          const sent = await invite(stage.world, 'operator', 'invited@corp.test');
          last['invitation_id'] = sent.invitationId;
        },
        'invited@corp.test',
      ],
      [
        (owner) =>
          done(owner.post('/console/revoke/invitation', { invitation_id: last['invitation_id'] })),
        /Revoked/,
      ],
    ],
  },
  'canned replies': {
    at: () => 'people/canned',
    steps: [
      [
        (owner, { workspace_id }) =>
          made(
            owner.post('/console/create/canned-reply', {
              workspace_id,
              shortcut: 'opening',
              content: 'We open at nine.',
            }),
            'canned_reply',
            'canned_reply_id',
          ),
        'We open at nine.',
      ],
      [
        (owner) =>
          done(
            owner.post('/console/update/canned-reply', {
              canned_reply_id: last['canned_reply_id'],
              content: 'We open at ten.',
            }),
          ),
        'We open at ten.',
      ],
      [
        (owner) =>
          done(
            owner.post('/console/remove/canned-reply', {
              canned_reply_id: last['canned_reply_id'],
            }),
          ),
        'We open at ten.',
        true,
      ],
    ],
  },
  sites: {
    at: () => 'tenants',
    steps: [
      [
        (owner, { workspace_id }) =>
          made(
            owner.post('/console/create/tenant', {
              workspace_id,
              tenant_name: 'Second site',
              allowed_origins: ['https://second.example'],
              answer: false,
            }),
            'tenant',
            'tenant_id',
          ),
        'Second site',
      ],
      [
        (owner) =>
          done(
            owner.post('/console/update/tenant', {
              tenant_id: last['tenant_id'],
              tenant_name: 'Third site',
            }),
          ),
        'Third site',
      ],
      [
        (owner) =>
          done(
            owner.post('/console/delete/tenant', {
              tenant_id: last['tenant_id'],
              tenant_name: 'Third site',
            }),
          ),
        /Being deleted|Deleted|deletion/i,
      ],
    ],
  },
  'settings of a site': {
    at: ({ tenant_id }) => `tenants/${tenant_id}/origins`,
    steps: [
      [
        (owner, { tenant_id }) =>
          done(
            owner.post('/console/update/tenant', {
              tenant_id,
              allowed_origins: [stage.world.origin, 'https://added.example'],
            }),
          ),
        /added\.example/,
      ],
    ],
  },
  'questions of a bot': {
    at: ({ tenant_id }) => `tenants/${tenant_id}/bot`,
    steps: [
      [
        (owner, { tenant_id }) =>
          made(
            owner.post('/console/create/faq-entry', {
              tenant_id,
              questions: ['Do you ship abroad?'],
              answer: 'Yes.',
            }),
            'faq_entry',
            'faq_entry_id',
          ),
        'Do you ship abroad?',
      ],
      [
        (owner) =>
          done(owner.post('/console/remove/faq-entry', { faq_entry_id: last['faq_entry_id'] })),
        'Do you ship abroad?',
        true,
      ],
    ],
  },
  documents: {
    at: ({ tenant_id }) => `tenants/${tenant_id}/knowledge`,
    steps: [
      [
        (owner, { tenant_id }) =>
          made(
            owner.post('/console/create/knowledge-document', {
              tenant_id,
              title: 'Returns policy',
              content: 'Thirty days.',
            }),
            'knowledge_document',
            'knowledge_document_id',
          ),
        'Returns policy',
      ],
    ],
  },
};

/** The visible text of the page and the values of its fields. */
const shownOn = (to: Page) =>
  to.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('main input, main textarea')];
    return [document.body.innerText, ...fields.map(({ value }) => value)].join('\n');
  });

describe('a second console', () => {
  it.each(Object.entries(CHANGES))('sees changed %s without a reload', async (_name, change) => {
    const { owner, workspaceId: workspace_id, tenantId: tenant_id } = stage.world;
    const ids = { workspace_id, tenant_id };
    await page.goto(`${stage.relay.url}/console/${change.at(ids)}`);
    await page.locator('h1').first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    // From here on the feed is live.
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    for (const [act, sees, isGone = false] of change.steps) {
      await act(owner, ids);
      const text =
        typeof sees === 'string' ? expect.stringContaining(sees) : expect.stringMatching(sees);
      await expect
        .poll(() => shownOn(page), WITHIN)
        .toEqual(isGone ? expect.not.stringContaining(sees as string) : text);
    }
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });

  it('shows in an open dialog what a colleague has saved, and keeps what was typed', async () => {
    const { owner, workspaceId: workspace_id } = stage.world;
    const body = { workspace_id, shortcut: 'parcel', content: 'It arrives tomorrow.' };
    await made(owner.post('/console/create/canned-reply', body), 'canned_reply', 'canned_reply_id');
    const id = { canned_reply_id: last['canned_reply_id'] };
    const update = (content: string) =>
      done(owner.post('/console/update/canned-reply', { ...id, content }));
    await page.goto(`${stage.relay.url}/console/people/canned`);
    await page.getByRole('button', { name: /\/parcel/ }).click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByLabel('Text', { exact: true });
    // Nothing is typed yet: the newer text is simply there.
    await update('It arrives on Monday.');
    await expect.poll(() => text.inputValue(), WITHIN).toBe('It arrives on Monday.');

    await text.fill('It arrives by mail.');
    await update('It arrives on Tuesday.');
    await dialog.getByText('It arrives on Tuesday.').waitFor(WITHIN);
    expect(await text.inputValue()).toBe('It arrives by mail.');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Discard my changes' }).click();
    expect(await text.inputValue()).toBe('It arrives on Tuesday.');
    expect(
      await dialog.evaluate((one) => one.querySelector('input') === document.activeElement),
    ).toBe(true);

    await text.fill('It arrives in an hour.');
    await done(owner.post('/console/remove/canned-reply', id));
    await dialog.getByText('Someone has just deleted this.', { exact: false }).waitFor(WITHIN);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('It arrives in an hour.').waitFor();
  });

  it('says that a question or a document was deleted while it was edited, and adds it again', async () => {
    const { owner, tenantId: tenant_id } = stage.world;
    const faq = { tenant_id, questions: ['Are you open?'], answer: 'Every day.' };
    await made(owner.post('/console/create/faq-entry', faq), 'faq_entry', 'faq_entry_id');
    const document = { tenant_id, title: 'Opening hours', content: 'Nine to five.' };
    await made(
      owner.post('/console/create/knowledge-document', document),
      'knowledge_document',
      'knowledge_document_id',
    );
    const edited: [tab: string, name: string, field: string, remove: () => Promise<void>][] = [
      [
        'bot',
        'Are you open?',
        'Answer',
        () => done(owner.post('/console/remove/faq-entry', { faq_entry_id: last['faq_entry_id'] })),
      ],
      [
        'knowledge',
        'Opening hours',
        'Text in Markdown',
        () => {
          const { knowledge_document_id } = last;
          return done(owner.post('/console/remove/knowledge-document', { knowledge_document_id }));
        },
      ],
    ];
    for (const [tab, name, field, remove] of edited) {
      await page.goto(`${stage.relay.url}/console/tenants/${tenant_id}/${tab}`);
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(field).fill('Until six.');
      await remove();
      await dialog.getByText('Someone has just deleted this.', { exact: false }).waitFor(WITHIN);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Actions for ${name}` }).waitFor();
    }
  });

  it('inserts no other reply than the one that was chosen, when a colleague deletes that one', async () => {
    const { owner, workspaceId: workspace_id } = stage.world;
    for (const shortcut of ['track-1', 'track-2', 'track-3']) {
      const body = { workspace_id, shortcut, content: `Text of ${shortcut}.` };
      await made(owner.post('/console/create/canned-reply', body), 'canned_reply', shortcut);
    }
    const { data } = await owner.get<{
      canned_replies: { shortcut: string; canned_reply_id: string }[];
    }>(`/console/fetch/canned-replies?workspace_id=${workspace_id}`);
    const { email } = await stage.addOperator('Paul');
    const visit = await stage.visit(['Where is it?']);
    const theirs = await openInbox(stage, email, { locale: 'en-GB' });
    const area = await claimOf(theirs, visit);
    await area.pressSequentially('/track');
    await area.press('ArrowDown');
    const chosen = theirs.locator('.picker [aria-selected="true"]');
    await chosen.getByText('/track-2').waitFor();
    const { canned_reply_id } = data.canned_replies.find((one) => one.shortcut === 'track-2')!;
    await done(owner.post('/console/remove/canned-reply', { canned_reply_id }));
    await theirs.getByText('A colleague has just deleted “/track-2”.').first().waitFor(WITHIN);
    await area.press('Enter');
    expect(await area.inputValue()).toBe('/track');
    expect(await faultsOf(theirs)).toEqual([]);
    await area.press('ArrowDown');
    await chosen.getByText('/track-1').waitFor();
    await area.press('Enter');
    await expect.poll(() => area.inputValue()).toBe('Text of track-1.');
    await theirs.context().close();
  });

  it('saves the fields of an operator that were changed, and no others', async () => {
    const { owner, workspaceId: workspace_id, tenantId } = stage.world;
    const { email } = await addMember(stage.relay.url, stage.world, 'operator', 'Nina');
    const body = { workspace_id, email, display_name: 'Nina', tenant_ids: [tenantId] };
    await made(owner.post('/console/create/operator', body), 'operator', 'operator_id');
    await page.goto(`${stage.relay.url}/console/people/operators`);
    await page.getByRole('button', { name: 'Actions for Nina' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Nina New');
    const operator_id = last['operator_id'];
    await done(owner.post('/console/update/operator', { operator_id, capacity: 3 }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await owner.get<{ operators: { display_name: string; capacity: number }[] }>(
      `/console/fetch/operators?workspace_id=${workspace_id}`,
    );
    expect(data.operators).toContainEqual(
      expect.objectContaining({ display_name: 'Nina New', capacity: 3 }),
    );
  });

  it('opens the pages of an admin to a member who becomes one, and closes them again', async () => {
    const { owner, workspaceId: workspace_id } = stage.world;
    const member = await addMember(stage.relay.url, stage.world, 'operator', 'Rosa');
    const theirs = await openInbox(stage, member.email, { locale: 'en-GB' });
    const sites = theirs.locator('nav a[href="/console/tenants"]');
    await expect.poll(() => sites.count()).toBe(0);
    const body = { workspace_id, account_id: member.accountId };
    await done(owner.post('/console/update/member', { ...body, role: 'admin' }));
    await sites.first().waitFor({ ...WITHIN, state: 'attached' });
    await done(owner.post('/console/update/member', { ...body, role: 'operator' }));
    await sites.first().waitFor({ ...WITHIN, state: 'detached' });
    await theirs.context().close();
  });

  it('is signed out with the last workspace', async () => {
    const { owner, workspaceId: workspace_id } = stage.world;
    const member = await addMember(stage.relay.url, stage.world, 'operator', 'Lea');
    const theirs = await openInbox(stage, member.email, { locale: 'en-GB' });
    const body = { workspace_id, account_id: member.accountId };
    await done(owner.post('/console/remove/member', body));
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 4_000 });
    await theirs.context().close();
  });
});
