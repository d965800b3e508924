import { describe, expect, it } from 'vitest';
import type { SenderKind } from '../../../src/frames';
import { toMessage } from '../../../src/messages/stored-message';
import { toRows } from '../../../src/widget/messages/rows';

const NOON = new Date(2026, 10, 21, 12).getTime();

/** Each line: who, when in minutes after noon, and the name that is shown. */
const rowsOf = (...lines: [kind: SenderKind, minutes: number, name?: string][]) =>
  toRows(
    lines.map(([kind, minutes, name], index) =>
      toMessage({
        messageId: `m${index}`,
        seq: index + 1,
        sender: name ? { kind, displayName: name } : { kind },
        content: 'x',
        createdAt: new Date(NOON + minutes * 60_000).toISOString(),
      }),
    ),
  ).map(({ startsDay, startsGroup, endsGroup }) =>
    [startsDay && 'day', startsGroup && 'first', endsGroup && 'last'].filter(Boolean).join(' '),
  );

describe('grouping messages', () => {
  it('names a sender once for what they say in a row', () => {
    expect(rowsOf(['visitor', 0], ['bot', 1], ['bot', 2], ['bot', 3])).toEqual([
      'day first last',
      'first',
      '',
      'last',
    ]);
  });

  it('shows two operators apart', () => {
    expect(rowsOf(['agent', 0, 'Ada'], ['agent', 1, 'Bob'])).toEqual([
      'day first last',
      'first last',
    ]);
  });

  it('starts a new group after a pause and on another day', () => {
    expect(rowsOf(['bot', 0], ['bot', 10], ['bot', 24 * 60])).toEqual([
      'day first last',
      'first last',
      'day first last',
    ]);
  });

  it('keeps days in order under an old message that waits to be sent', () => {
    expect(rowsOf(['bot', 0], ['visitor', -48 * 60], ['visitor', 1])).toEqual([
      'day first last',
      'first last',
      'first last',
    ]);
  });
});
