import type { Screen } from '../../src/inbox/view/screen';
import type { Terminal } from '../../src/inbox/terminal';

/** A terminal that stores the last screen that it was given. */
export function createHeadlessTerminal(): Terminal & { text(): string; bells(): number } {
  let screen: Screen = { lines: [], cursor: null };
  let bells = 0;
  return {
    size: () => ({ width: 80, height: 24 }),
    draw: (drawn) => void (screen = drawn),
    invalidate: () => {},
    bell: () => void bells++,
    close: () => {},
    text: () => screen.lines.join('\n'),
    bells: () => bells,
  };
}
