/** The styles of words. None of them has a meaning that the words don't have. */
export type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'inverse';

/** Styles text, or returns it unchanged. */
export type Paint = (look: Look, text: string) => string;

const CODES: Record<Look, [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

const colourful: Paint = (look, text) => {
  const [on, off] = CODES[look];
  return text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`;
};

/** Only `inverse` remains, because the selected line must be visible without colours, too. */
const colourless: Paint = (look, text) => (look === 'inverse' ? colourful(look, text) : text);

const plain: Paint = (_look, text) => text;

/** Returns colours for a terminal, unless NO_COLOR (https://no-color.org) is set. */
export function paintFor(
  stream: { isTTY?: boolean | undefined },
  env: NodeJS.ProcessEnv = process.env,
): Paint {
  if (!stream.isTTY || env['TERM'] === 'dumb') return plain;
  return env['NO_COLOR'] ? colourless : colourful;
}
