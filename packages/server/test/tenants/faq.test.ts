import { beforeEach, describe, expect, it } from 'vitest';
import { writeSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url);
});

interface Entry {
  faq_entry_id: string;
  questions: string[];
  answer: string;
  locale: string | null;
}
interface Answer {
  faq_entry: Entry;
  faq_entries: Entry[];
  next_cursor: string | null;
  version: number;
  code: string;
  tenant: { bot: { kind: string; faq: object[] }; version: number };
}

const post = (path: string, body: object) => world.owner.post<Answer>(`/console/${path}`, body);
const create = (n: number, more: object = {}) =>
  post('create/faq-entry', {
    tenant_id: world.tenantId,
    questions: [`Question ${n}?`],
    answer: `Answer ${n}.`,
    ...more,
  });
const list = async (more = '') =>
  (await world.owner.get<Answer>(`/console/fetch/faq-entries?tenant_id=${world.tenantId}${more}`))
    .data;
const tenant = async () =>
  (await world.owner.get<Answer>(`/console/fetch/tenant?tenant_id=${world.tenantId}`)).data.tenant;
const setTenant = (fields: object) =>
  post('update/tenant', { tenant_id: world.tenantId, ...fields });
const answersOf = ({ faq_entries }: Answer) => faq_entries.map(({ answer }) => answer);

describe('the entries of a FAQ', () => {
  it('are created, changed, removed, and read in pages', async () => {
    const first = await create(1, { locale: 'en' });
    expect([first.status, first.data.faq_entry]).toEqual([
      201,
      {
        faq_entry_id: expect.stringMatching(/^faq_[\w-]{32}$/),
        questions: ['Question 1?'],
        answer: 'Answer 1.',
        locale: 'en',
      },
    ]);
    await create(2);
    await create(3);
    const { faq_entry_id } = first.data.faq_entry;
    await post('update/faq-entry', { faq_entry_id, answer: 'Changed.', locale: null });
    const page = await list('&limit=2');
    expect(answersOf(page)).toEqual(['Changed.', 'Answer 2.']);
    expect(page.faq_entries[0]).toMatchObject({ questions: ['Question 1?'], locale: null });
    const rest = await list(`&limit=2&cursor=${page.next_cursor}`);
    expect([answersOf(rest), rest.next_cursor]).toEqual([['Answer 3.'], null]);

    expect((await post('remove/faq-entry', { faq_entry_id })).status).toBe(200);
    expect(answersOf(await list())).toEqual(['Answer 2.', 'Answer 3.']);
    expect((await post('remove/faq-entry', { faq_entry_id })).data.code).toBe('not_found');
    expect((await tenant()).bot.faq).toEqual([
      { questions: ['Question 2?'], answer: 'Answer 2.', locale: null },
      { questions: ['Question 3?'], answer: 'Answer 3.', locale: null },
    ]);
  });

  it('are all kept when several are added at once', async () => {
    const added = await Promise.all([1, 2, 3, 4, 5].map((n) => create(n)));
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const answers = answersOf(await list());
    expect(answers.toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `Answer ${n}.`));
  });

  it('stay when the bot is changed without them, and keep their ids when they are given again', async () => {
    await create(1);
    const before = await list();
    await setTenant({ bot: { kind: 'none' } });
    expect((await list()).faq_entries).toEqual(before.faq_entries);
    const { bot } = await tenant();
    const again = { questions: ['Second?'], answer: 'Second.' };
    await setTenant({ bot: { ...bot, faq: [again, ...bot.faq] } });
    const [, kept] = (await list()).faq_entries;
    expect(kept).toEqual(before.faq_entries[0]);
    await setTenant({ bot: { faq: [] } });
    expect((await list()).faq_entries).toEqual([]);
  });

  it('have ids that stay when they were stored before entries had ids', async () => {
    const entry = { questions: ['Old?'], answer: 'Old.', locale: null };
    const bot = JSON.stringify({ kind: 'builtin', faq: [entry, entry], restrictedTopics: [] });
    await writeSql(relay.database, 'UPDATE tenants SET bot = ? WHERE tenant_id = ?', [
      bot,
      world.tenantId,
    ]);
    const [first, second] = (await list()).faq_entries;
    const { data } = await post('update/faq-entry', {
      faq_entry_id: second!.faq_entry_id,
      answer: 'New.',
    });
    expect(data.faq_entry).toEqual({ ...second, answer: 'New.' });
    expect((await list()).faq_entries).toEqual([first, { ...second, answer: 'New.' }]);
  });

  it('are at most 500, and 256 KiB', async () => {
    const long = { questions: ['Long?'], answer: 'x'.repeat(4000) };
    const full = await setTenant({ bot: { faq: Array.from({ length: 64 }, () => long) } });
    expect(full.status).toBe(200);
    const large = await create(1, { answer: 'x'.repeat(4000) });
    expect([large.status, large.data.code]).toEqual([409, 'state_conflict']);
    await setTenant({
      bot: { faq: Array.from({ length: 500 }, () => ({ ...long, answer: 'x' })) },
    });
    const one = await create(1);
    expect([one.status, one.data.code]).toEqual([409, 'state_conflict']);
  });
});

describe('the version of a tenant', () => {
  it('refuses a change that was made from an earlier one', async () => {
    const { version } = await tenant();
    const renamed = await setTenant({ tenant_name: 'Shop 2', version });
    expect([renamed.status, renamed.data.tenant.version > version]).toEqual([200, true]);
    const { data } = await create(1);
    const { faq_entry_id } = data.faq_entry;
    const stale = [
      await setTenant({ tenant_name: 'Shop 3', version: renamed.data.tenant.version }),
      await create(2, { version }),
      await post('update/faq-entry', { faq_entry_id, answer: 'No.', version }),
      await post('remove/faq-entry', { faq_entry_id, version }),
    ];
    for (const refused of stale) {
      expect([refused.status, refused.data.code]).toEqual([409, 'state_conflict']);
    }
    expect((await tenant()).version).toBe(data.version);
    expect(answersOf(await list())).toEqual(['Answer 1.']);
    const latest = await post('remove/faq-entry', { faq_entry_id, version: data.version });
    expect(latest.status).toBe(200);
  });

  it('lets one of two changes through that were made from the same one', async () => {
    const { version } = await tenant();
    const both = await Promise.all(
      ['A', 'B'].map((name) => setTenant({ tenant_name: name, version })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
