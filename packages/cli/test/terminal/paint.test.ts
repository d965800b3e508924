import { describe, expect, it } from 'vitest';
import { paintFor } from '../../src/terminal/paint';

describe('paintFor', () => {
  it.each([
    [{ isTTY: true }, {}, '\u001b[31mx\u001b[39m'],
    [{ isTTY: true }, { NO_COLOR: '1' }, 'x'],
    [{ isTTY: true }, { NO_COLOR: '' }, '\u001b[31mx\u001b[39m'],
    [{ isTTY: true }, { TERM: 'dumb' }, 'x'],
    [{ isTTY: false }, {}, 'x'],
    [{}, {}, 'x'],
  ])('paints on the stream %j with %j', (stream, env, expected) => {
    expect(paintFor(stream, env)('red', 'x')).toBe(expected);
  });

  it('shows the selection without colours too', () => {
    expect(paintFor({ isTTY: true }, { NO_COLOR: '1' })('inverse', 'x')).toBe(
      '\u001b[7mx\u001b[27m',
    );
  });
});
