import { expect, it } from 'vitest';
import { reduceDesk, type DeskEvent } from '../src/reducer';
import { rowOf, suggestionOf } from '../src/selectors';
import { initialDesk, type DeskState } from '../src/state';
import type { Suggestion } from '@chat-relay/server/wire/conversations';
import type { Row } from '../src/wire';
import { buildRow, ME, SAM } from './support/desk-fixtures';

const ID = 'a';
const suggestion: Suggestion = {
  content: 'It costs 5 €.',
  at: '2026-11-21T12:00:00.000Z',
  reasons: ['fact_not_in_passage'],
};
const row = (more: Partial<Row>): DeskEvent => ({
  type: 'update',
  nowMs: 0,
  update: { type: 'conversation', conversation: buildRow({ conversation_id: ID, ...more }) },
});
const told = (given: Suggestion | null): DeskEvent => ({
  type: 'update',
  nowMs: 0,
  update: { type: 'suggestion', conversation_id: ID, suggestion: given },
});
const after = (...events: DeskEvent[]): DeskState =>
  events.reduce(reduceDesk<DeskState>, {
    ...initialDesk({ name: 'Camille' }),
    me: { ...initialDesk({ name: 'Camille' }).me, operatorIds: [ME] },
  });
const shown = (state: DeskState): Suggestion | null => {
  const found = rowOf(state, ID);
  return found && suggestionOf(state, found);
};

const withBot = row({ status: 'BOT' });
const waiting = row({ status: 'WAITING', owner_epoch: 2, last_seq: 2 });
const said = row({ status: 'WAITING', owner_epoch: 2, last_seq: 3 });
const mine = row({ status: 'ASSIGNED', operator_id: ME, owner_epoch: 3, last_seq: 4 });
const sams = row({ status: 'ASSIGNED', operator_id: SAM, owner_epoch: 3, last_seq: 4 });
const again = row({ status: 'WAITING', owner_epoch: 4, last_seq: 5 });
const resolved = row({ status: 'RESOLVED', owner_epoch: 4, last_seq: 5 });
const reopened = row({ status: 'WAITING', owner_epoch: 5, last_seq: 6 });

it.each<[string, DeskEvent[]]>([
  ['while the conversation waits', [withBot, waiting, told(suggestion), said]],
  ['if it comes before the row', [withBot, told(suggestion), waiting]],
  ['after one’s own claim', [waiting, told(suggestion), mine]],
  [
    'if the relay forgets it before one’s own claim is told',
    [waiting, told(suggestion), told(null), mine],
  ],
])('shows what the bot would have said %s', (_when, events) => {
  expect(shown(after(...events))).toEqual(suggestion);
});

it.each<[string, DeskEvent[]]>([
  ['once a colleague has claimed', [waiting, told(suggestion), sams]],
  ['also if it comes after the claim', [waiting, sams, told(suggestion)]],
  ['when the conversation waits again', [waiting, told(suggestion), mine, again]],
  ['when a colleague has returned it', [waiting, told(suggestion), sams, again]],
  ['once it is resolved', [waiting, told(suggestion), mine, resolved]],
  ['in the next wait', [waiting, told(suggestion), resolved, reopened]],
  ['of a conversation that is not in the list', [told(suggestion)]],
])('does not show it %s', (_when, events) => {
  expect(shown(after(...events))).toBeNull();
});
