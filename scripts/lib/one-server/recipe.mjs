import { readFileSync } from 'node:fs';
import { inRoot } from '../paths.mjs';
import { StepError } from '../report.mjs';

/** The host name that the recipe uses for the reader's own. */
export const HOST_NAME = 'chat.shop.example';

/**
 * @typedef {object} Block
 * @property {string} language of the fence
 * @property {string[]} lines
 */

/** The section "One server" of docs/OPERATIONS.md: its code blocks, in order, by the heading above them. */
export function readRecipe() {
  const text = readFileSync(inRoot('docs/OPERATIONS.md'), 'utf8');
  const start = text.indexOf('\n## One server\n');
  const end = text.indexOf('\n## ', start + 1);
  /** @type {Map<string, Block[]>} */
  const chapters = new Map();
  for (const chapter of text.slice(start, end).split('\n### ').slice(1)) {
    // Text and code take turns between the fences.
    const blocks = chapter.split('\n```').filter((_, at) => at % 2 === 1);
    const read = blocks.map((block) => {
      const [language = '', ...lines] = block.split('\n');
      return { language, lines };
    });
    chapters.set(chapter.slice(0, chapter.indexOf('\n')), read);
  }
  return {
    text: text.slice(start, end),
    chapters,
    /** The shell lines of one block of a chapter. @param {string} chapter @param {number} [at] */
    commands: (chapter, at = 0) => {
      const blocks = (chapters.get(chapter) ?? []).filter(({ language }) => language === 'sh');
      const block = blocks[at];
      if (block === undefined) throw new StepError(`"${chapter}" has no commands`);
      return block.lines;
    },
    /** Name → value of each setting that the reader types into the file of settings. */
    settings: () => {
      const blocks = chapters.get('Configure') ?? [];
      const lines = blocks.find(({ language }) => language === 'ini')?.lines ?? [];
      return new Map(lines.map((line) => split(line)));
    },
  };
}

/** @param {string} line @returns {[string, string]} */
function split(line) {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}

/**
 * Fills settings in, as a person does in an editor.
 * @param {string} file the text of the file @param {Iterable<[string, string]>} values
 */
export function fillIn(file, values) {
  const lines = file.split('\n');
  for (const [name, value] of values) {
    const at = lines.findIndex((line) => line.startsWith(`${name}=`));
    if (at === -1) throw new StepError(`the file of settings has no line ${name}=`);
    lines[at] = `${name}=${value}`;
  }
  return lines.join('\n');
}
