import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '../../src/audit/log';
import { DAY } from '../../src/platform/clock';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { quietLog } from '../support/database';
import { addMember } from '../support/members';
import { PASSWORD } from '../support/world';
import { useRelay } from '../support/relay';
import { columnsWith, textColumns } from '../support/stored-text';
import { addSystemAdmin } from '../support/system-admin';
import {
  createMarkedTenant,
  createMarkedVisitor,
  done,
  newMark,
  withKeys,
  type MarkedTenant,
} from './marked-tenant';
import { createTenantErasure } from '../support/stored-data';

const relay = useRelay();
let database: Database;

beforeAll(async () => {
  database = await openDatabase(relay.database.url, quietLog);
});
afterAll(() => database.close());

/** Text columns that never contain this visitor's words, each with the reason. */
const NOT_OF_VISITORS: Record<string, string> = {
  'callback_attempts.record': 'what a receiver answered: rows are deleted',
  'conversations.operator_display_name': 'an operator',
  'conversations.routing_key': 'a queue of the workspace',
  'message_translations.content': 'needs a model: rows are deleted',
  'messages.sender_name': 'an operator',
  'messages.sources': 'documents of the tenant',
  'notes.operator_display_name': 'an operator',
  'suggestions.content': 'needs a model: rows are deleted',
  'suggestions.reasons': 'codes',
  'tickets.operator_display_name': 'an operator',
  'visitor_blocks.created_by': 'an operator',
  'visitor_sessions.earlier_pages': 'needs seconds between two pages: goes with current_page',
  'visitor_sessions.routing_key': 'a queue of the workspace',
};

const where = (mark: string) => columnsWith(database, mark);

/** Waits until the visitor's words are in the search index. */
async function indexed(mark: string): Promise<void> {
  await expect.poll(() => where(mark), { timeout: 15_000 }).toContain('search_documents.words');
}

/** Runs the erasure of deleted tenants, eight days later: they can be restored for seven. */
async function eraseDueTenants(): Promise<void> {
  const clock = () => relay.now() + 8 * DAY;
  const audit = createAudit({ database, clock, log: quietLog });
  const directory = { invalidate: () => undefined };
  const removals = { workOff: async () => true };
  const erase = createTenantErasure({ database, clock, audit, directory, removals });
  expect(await erase(() => false)).toBe(1);
}

describe('a deleted tenant', () => {
  it('leaves no word of it in any column of any table', async () => {
    const tenant = await createMarkedTenant(relay.url);
    const { owner, mark, world } = tenant;
    await createMarkedVisitor(relay.url, tenant);
    const system = await addSystemAdmin(relay);
    for (const status of ['suspend', 'reactivate'] as const) {
      await done(
        system.post(`/console/system/${status}/tenant`, {
          tenant_id: world.tenantId,
          reason: `Reason ${mark}`,
        }),
      );
    }
    await indexed(mark);
    expect((await where(mark)).length).toBeGreaterThan(25);

    const deleted = { tenant_id: world.tenantId, tenant_name: mark };
    await done(owner.post('/console/delete/tenant', deleted));
    await eraseDueTenants();
    expect(await where(mark)).toEqual([]);
  });
});

describe('an erased visitor', () => {
  /** A tenant whose own texts contain the mark, but no visitor's. */
  let tenant: MarkedTenant;
  const mark = newMark();

  it('leaves no word in any column of any table', async () => {
    tenant = { ...(await createMarkedTenant(relay.url)), mark };
    const { owner, world } = tenant;
    const { sessionId } = await createMarkedVisitor(relay.url, tenant);
    await indexed(mark);
    const held = await where(mark);
    const unmarked = (await textColumns(database)).filter(
      (column) => !held.includes(column) && !(column in NOT_OF_VISITORS),
    );
    expect(unmarked, 'a visitor leaves something here: mark it, or say why not').toEqual([]);

    const visitor = { tenant_id: world.tenantId, session_id: sessionId };
    await done(owner.post('/console/erase/visitor', visitor));
    expect(await where(mark)).toEqual([]);
  });
});

describe('what is removed', () => {
  it('leaves no word in any column of any table', async () => {
    const tenant = await createMarkedTenant(relay.url);
    const mark = newMark();
    const { owner, world } = tenant;
    const of = { workspace_id: world.workspaceId };
    type Reply = { canned_reply: { canned_reply_id: string } };
    const reply = await done(
      owner.post<Reply>('/console/create/canned-reply', { ...of, shortcut: mark, content: mark }),
    );
    const { canned_reply_id } = reply.canned_reply;
    await done(owner.post('/console/remove/canned-reply', { canned_reply_id }));
    type Document = { knowledge_document: { knowledge_document_id: string } };
    const document = await done(
      owner.post<Document>('/console/create/knowledge-document', {
        tenant_id: world.tenantId,
        title: mark,
        content: mark,
      }),
    );
    const { knowledge_document_id } = document.knowledge_document;
    await done(owner.post('/console/remove/knowledge-document', { knowledge_document_id }));
    expect(await where(mark)).toEqual([]);
  });
});

describe('a deleted account', () => {
  it('leaves no word in any column of any table', async () => {
    const { world } = await createMarkedTenant(relay.url);
    const mark = newMark();
    const member = await addMember(relay.url, world, 'admin', `Mia ${mark}`);
    const api = withKeys(relay.url, member.token);
    await done(api.post('/console/update/account', { display_name: `Changed ${mark}` }));
    await done(
      api.post('/console/create/operator', {
        workspace_id: world.workspaceId,
        email: member.email,
        display_name: `Mia ${mark}`,
        tenant_ids: [world.tenantId],
      }),
    );
    await done(api.post('/console/delete/account', { password: PASSWORD }));
    expect(await where(mark)).toEqual([]);
    // The mail budget of an address outlives the account for a day, to protect the address from floods of mails.
    expect(await where(member.email)).toEqual(['mail_budgets.recipient']);
  });
});
