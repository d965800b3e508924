import { StringDecoder } from 'node:string_decoder';
import { flushKeys, parseKeys, type Key } from './keyboard/keys';
import type { Screen } from './view/screen';

/** The terminal while the inbox uses it. */
export interface Terminal {
  size(): { width: number; height: number };
  draw(screen: Screen): void;
  /** Makes the next drawing write every line again. */
  invalidate(): void;
  bell(): void;
  /** Restores the terminal. Safe to call twice. */
  close(): void;
}

const ENTER = '\x1b[?1049h\x1b[?2004h\x1b[?25l\x1b[2J';
const LEAVE = '\x1b[?2004l\x1b[?25h\x1b[?1049l';
const ESCAPE_DELAY_MS = 50;

/** Prepares the terminal: alternate screen, raw keys, bracketed paste. */
export function openTerminal(handlers: {
  onKey(key: Key): void;
  onResize(): void;
  onEnd(): void;
}): Terminal {
  const { stdin, stdout } = process;
  let shown: string[] = [];
  let pending = '';
  let escapeTimer: NodeJS.Timeout | undefined;
  let isOpen = true;

  const decoder = new StringDecoder('utf8');
  const onData = (chunk: Buffer): void => {
    clearTimeout(escapeTimer);
    const { keys, rest } = parseKeys(pending + decoder.write(chunk));
    pending = rest;
    for (const key of keys) handlers.onKey(key);
    // Escape alone looks like the beginning of a sequence, until nothing follows for a while.
    escapeTimer = setTimeout(() => {
      const flushed = flushKeys(pending);
      if (flushed.length > 0) pending = '';
      for (const key of flushed) handlers.onKey(key);
    }, ESCAPE_DELAY_MS);
  };

  stdin.setRawMode(true);
  stdin.on('data', onData).on('end', handlers.onEnd);
  stdin.resume();
  stdout.on('resize', handlers.onResize);
  stdout.write(ENTER);

  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(escapeTimer);
    stdin.off('data', onData).off('end', handlers.onEnd);
    stdout.off('resize', handlers.onResize);
    process.off('exit', close);
    stdout.write(LEAVE);
    stdin.setRawMode(false);
    stdin.pause();
  };
  process.on('exit', close);

  return {
    size: () => ({ width: stdout.columns || 80, height: stdout.rows || 24 }),
    draw: ({ lines, cursor }) => {
      if (!isOpen) return;
      // Only changed lines are written, each from its own start, which avoids flicker. They are erased first, because
      // after a full line the cursor is still on its last column.
      const changed = lines.flatMap((line, row) =>
        line === shown[row] ? [] : [`\x1b[${row + 1};1H\x1b[K${line}\x1b[0m`],
      );
      shown = lines;
      const place = cursor ? `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h` : '';
      stdout.write(`\x1b[?25l${changed.join('')}${place}`);
    },
    invalidate: () => {
      shown = [];
      if (isOpen) stdout.write('\x1b[2J');
    },
    bell: () => void (isOpen && stdout.write('\x07')),
    close,
  };
}
