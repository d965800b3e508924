/** Words that begin a fragment: its subject is in the code below, or nowhere. */
const FRAGMENTS = ['Of', 'What', 'Those', 'Who', 'Which'];
/** Words that begin a sentence in a comment of a line; a doc comment begins with its subject or a verb. */
const ADVERBIAL = ['As', 'In', 'By', 'For', 'From', 'With'];
/** `In ms.` is the one fragment that everyone reads. */
const UNIT =
  /^In (?:ms|s|seconds|minutes|hours|days|bytes|kB|KiB|MiB|characters|code points|UTF-16 units|CSS pixels)\b/;

const PROGRAM = /\.(?:tsx?|m?js)$/;

/** @param {string} line @param {string} before @returns {{ text: string, isDoc: boolean } | null} the comment that begins */
function beginningOf(line, before) {
  if (line.startsWith('/** ')) return { text: line.slice(4), isDoc: true };
  if (line.startsWith('* ') && before === '/**') return { text: line.slice(2), isDoc: true };
  const isFirst = line.startsWith('// ') && !before.startsWith('//');
  return isFirst ? { text: line.slice(3), isDoc: false } : null;
}

/**
 * Comments that begin with a word that names no subject.
 * @param {string} path @param {string} text the file's
 * @returns {{ line: number, word: string }[]}
 */
export function openersOf(path, text) {
  if (!PROGRAM.test(path)) return [];
  const lines = text.split('\n').map((line) => line.trimStart());
  return lines.flatMap((line, index) => {
    const comment = beginningOf(line, lines[index - 1] ?? '');
    if (!comment || UNIT.test(comment.text)) return [];
    const [word = ''] = comment.text.split(/[ ,.:]/, 1);
    const isOdd = FRAGMENTS.includes(word) || (comment.isDoc && ADVERBIAL.includes(word));
    return isOdd ? [{ line: index + 1, word }] : [];
  });
}
