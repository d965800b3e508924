import { expect, it } from 'vitest';
import { putRows } from '@chat-relay/desk/rows';
import { hasTag, tagsOf } from '../../src/inbox/model/tags';
import { buildRow, TENANT } from '../../../desk/test/support/desk-fixtures';

it('tells tags apart by more than their case', () => {
  expect(hasTag(['Réclamation'], 'RÉCLAMATION')).toBe(true);
  expect(hasTag(['Réclamation'], 'Reclamation')).toBe(false);
  expect(hasTag(undefined, 'a')).toBe(false);
});

it('offers the most used tags of the tenants first, each once', () => {
  const rows = [
    buildRow({ conversation_id: 'a', tags: ['lyon'] }),
    buildRow({ conversation_id: 'b', tags: ['new', 'Refund', 'lyon'] }),
    buildRow({ conversation_id: 'c', tags: ['refund', 'Lyon'] }),
    buildRow({ conversation_id: 'd' }),
    buildRow({ conversation_id: 'e', tenant_id: 'other', tags: ['secret', 'new', 'new 2'] }),
  ];
  const known = putRows(new Map(), rows, 1);
  const offered = tagsOf(known, [TENANT], 2).map((tag) => tag.toLowerCase());
  expect(offered).toEqual(['lyon', 'refund']);
  expect(tagsOf(known, [TENANT], 10)).toHaveLength(3);
});
