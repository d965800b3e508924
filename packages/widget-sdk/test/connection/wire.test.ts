import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWire } from '../../src/connection/wire';

test('spells keys as a page does, at every depth', () => {
  const text = JSON.stringify({ created_at: 1, a: [{ client_msg_id: null }], type: 'auth_ok' });
  expect(fromWire(text)).toEqual({ createdAt: 1, a: [{ clientMsgId: null }], type: 'auth_ok' });
});

test('leaves what people write as it is, even where it looks like a key', () => {
  const pieces = fc.constantFrom('"', '\\', ':', 'a_b', '_c', '{', ',', ' ', '\n', '\u2028');
  fc.assert(
    fc.property(
      fc.array(pieces).map((found) => found.join('')),
      (content) => {
        expect(fromWire(JSON.stringify({ content, list: [content] }))).toEqual({
          content,
          list: [content],
        });
      },
    ),
  );
});

test.each(['', '{', 'Bad Gateway'])('reads nothing from %j', (text) => {
  expect(fromWire(text)).toBeNull();
});
