/** A key by name (`enter`, `ctrl-c`, `é`), or a paste with its text. */
export interface Key {
  name: string;
  text?: string;
}

export interface ParsedKeys {
  keys: Key[];
  /** The beginning of an escape sequence that is not complete yet. */
  rest: string;
}

const SEQUENCES: Readonly<Record<string, string>> = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  '[H': 'home',
  '[F': 'end',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[4~': 'end',
  '[7~': 'home',
  '[8~': 'end',
  '[3~': 'delete',
  '[5~': 'pageup',
  '[6~': 'pagedown',
  '[Z': 'shift-tab',
  '\r': 'newline',
  '\n': 'newline',
};

const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'newline',
  '\t': 'tab',
  '\b': 'backspace',
  '\x7f': 'backspace',
};

const PASTE_BEGIN = '\x1b[200~';
const PASTE_END = '\x1b[201~';
// A sequence is ESC, then `[` with parameters and a final byte, `O` with one byte, or one plain character.
const SEQUENCE = /^\x1b(\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|O[\x40-\x7e]|[^[O\x1b])/u;
const UNFINISHED = /^\x1b(\[[\x30-\x3f]*[\x20-\x2f]*|O)?$/;
const MAX_SEQUENCE = 32;

/** Parses a terminal's input into keys. A chunk may end anywhere: pass `rest` together with the next one. */
export function parseKeys(input: string): ParsedKeys {
  const keys: Key[] = [];
  let rest = input;
  while (rest !== '') {
    if (rest.startsWith(PASTE_BEGIN)) {
      const end = rest.indexOf(PASTE_END);
      if (end < 0) return { keys, rest };
      keys.push({ name: 'paste', text: rest.slice(PASTE_BEGIN.length, end) });
      rest = rest.slice(end + PASTE_END.length);
      continue;
    }
    if (rest.startsWith('\x1b')) {
      if (UNFINISHED.test(rest) && rest.length <= MAX_SEQUENCE) return { keys, rest };
      const sequence = SEQUENCE.exec(rest);
      const known = sequence && SEQUENCES[sequence[1] ?? ''];
      if (known) keys.push({ name: known });
      else if (!sequence) keys.push({ name: 'escape' });
      rest = rest.slice(sequence?.[0].length ?? 1);
      continue;
    }
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    rest = rest.slice(character.length);
    keys.push(keyOf(character));
  }
  return { keys, rest };
}

/** Returns the keys of an incomplete sequence when nothing follows: ESC alone is the Escape key. */
export function flushKeys(rest: string): Key[] {
  if (rest === '' || rest.startsWith(PASTE_BEGIN)) return [];
  return rest === '\x1b' ? [{ name: 'escape' }] : [];
}

function keyOf(character: string): Key {
  const control = CONTROLS[character];
  if (control !== undefined) return { name: control };
  const code = character.charCodeAt(0);
  if (code < 0x20) return { name: `ctrl-${String.fromCharCode(code + 0x60)}` };
  return { name: character, text: character };
}
