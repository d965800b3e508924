import { describe, expect, it } from 'vitest';
import { fillCanned, findCanned, slashBefore } from '../src/canned/canned';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import { WORKSPACE } from './support/desk-fixtures';

const reply = (shortcut: string, content: string, locale?: string): CannedReply => ({
  canned_reply_id: shortcut,
  workspace_id: WORKSPACE,
  shortcut,
  content,
  ...(locale !== undefined && { locale }),
});

describe('a canned reply', () => {
  it('names the visitor, the operator and the tenant', () => {
    const values = { visitor: 'Léa', operator: 'Sam', tenant: 'Shop $& Co' };
    expect(
      fillCanned('{{visitor.name}}, ici {{ operator.name }} de {{tenant.name}}. {{x}}', values),
    ).toBe('Léa, ici Sam de Shop $& Co. {{x}}');
  });

  it('leaves no gap where a name is not known', () => {
    const values = { visitor: '', operator: 'Sam', tenant: '' };
    expect(fillCanned('Merci {{visitor.name}}, à bientôt.', values)).toBe('Merci, à bientôt.');
  });

  it('cannot bring a variable in by a name', () => {
    const values = { visitor: '{{operator.name}}', operator: 'Sam', tenant: '' };
    expect(fillCanned('{{visitor.name}}', values)).toBe('{{operator.name}}');
  });
});

describe('the search for canned replies', () => {
  const replies = [
    reply('refund', 'Your money is on its way.', 'en'),
    reply('remboursement', 'Votre remboursement est en route.', 'fr'),
    reply('hours', 'We are open until six. A refund takes two days.'),
    { ...reply('refund-other', 'Not yours'), workspace_id: 'another' },
  ];
  const find = (text: string, locale: string): string[] =>
    findCanned(replies, { workspaceId: WORKSPACE, locale, text }).map((one) => one.shortcut);

  it.each([
    ['', 'fr', ['remboursement', 'hours', 'refund']],
    ['', 'en-GB', ['refund', 'hours', 'remboursement']],
    ['rem', 'en', ['remboursement']],
    ['REMB', 'fr', ['remboursement']],
    ['refund', 'fr', ['refund', 'hours']],
    ['nothing', 'fr', []],
  ])('for %j of a visitor with %s finds %j', (text, locale, expected) => {
    expect(find(text, locale)).toEqual(expected);
  });
});

describe('a slash', () => {
  it.each([
    ['/', 1, { from: 0, text: '' }],
    ['Hello /re', 9, { from: 6, text: 're' }],
    ['one\n/two', 8, { from: 4, text: 'two' }],
    ['and/or', 6, null],
    ['https://shop', 12, null],
    ['/re now', 7, null],
    ['/re now', 3, { from: 0, text: 're' }],
  ])('in %j with the cursor at %i begins %j', (text, cursor, expected) => {
    expect(slashBefore(text, cursor)).toEqual(expected);
  });
});
