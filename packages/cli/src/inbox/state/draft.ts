import { graphemes } from '../../terminal/columns';

/** The operator's unsent text. `cursor` counts UTF-16 units of `text`. */
export interface Draft {
  text: string;
  cursor: number;
}

/** In code points. The relay's limit for one message. */
export const MAX_CHARACTERS = 4_000;

export function characters(text: string): number {
  return Array.from(text).length;
}

/** Inserts typed or pasted text at the cursor. Control characters are dropped, except line breaks. */
export function insert({ text, cursor }: Draft, added: string): Draft {
  const clean = added
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '  ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '');
  return {
    text: text.slice(0, cursor) + clean + text.slice(cursor),
    cursor: cursor + clean.length,
  };
}

type Edit = (draft: Draft) => Draft;

const lineStart = ({ text, cursor }: Draft): number => text.lastIndexOf('\n', cursor - 1) + 1;
const lineEnd = ({ text, cursor }: Draft): number => {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
};
const before = ({ text, cursor }: Draft): number =>
  cursor - (graphemes(text.slice(0, cursor)).at(-1)?.length ?? 0);
const after = ({ text, cursor }: Draft): number =>
  cursor + (graphemes(text.slice(cursor))[0]?.length ?? 0);
const wordStart = ({ text, cursor }: Draft): number =>
  text
    .slice(0, cursor)
    .trimEnd()
    .replace(/(?<!\S)\S+$/, '').length;

const cut = ({ text }: Draft, from: number, to: number): Draft => ({
  text: text.slice(0, from) + text.slice(to),
  cursor: from,
});

/** Editing keys by name, with the same effect as in a shell. */
export const EDITS: Readonly<Record<string, Edit>> = {
  left: (draft) => ({ ...draft, cursor: before(draft) }),
  right: (draft) => ({ ...draft, cursor: after(draft) }),
  home: (draft) => ({ ...draft, cursor: lineStart(draft) }),
  end: (draft) => ({ ...draft, cursor: lineEnd(draft) }),
  'ctrl-a': (draft) => ({ ...draft, cursor: lineStart(draft) }),
  'ctrl-e': (draft) => ({ ...draft, cursor: lineEnd(draft) }),
  backspace: (draft) => cut(draft, before(draft), draft.cursor),
  delete: (draft) => cut(draft, draft.cursor, after(draft)),
  'ctrl-w': (draft) => cut(draft, wordStart(draft), draft.cursor),
  'ctrl-u': (draft) => cut(draft, lineStart(draft), draft.cursor),
  'ctrl-k': (draft) => cut(draft, draft.cursor, lineEnd(draft)),
};
