import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { suggestionLines } from '../../../src/inbox/message-lines';

it('shows what the bot would have said, the reasons in words, and nothing that moves the cursor', () => {
  const lines = suggestionLines(
    {
      content: 'It costs 5 €.\u001b[2J',
      at: '2026-11-21T12:00:00.000Z',
      reasons: ['fact_not_in_passage', 'a_later_reason'],
    },
    80,
  );
  const text = lines.map((line) => line.text).join(' ');
  expect(text).toContain(
    'The bot’s draft, not sent: a figure or an address is not in its source, a_later_reason. It costs 5 €.',
  );
  expect(text).toBe(stripVTControlCharacters(text));
});
