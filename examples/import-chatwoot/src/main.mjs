import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertCannedResponses, convertConversation } from './convert.mjs';

// Saved answers of Chatwoot's API become what `relayctl import` reads: node src/main.mjs FOLDER > FILE
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Give the folder with the saved answers: node src/main.mjs FOLDER');
  process.exit(2);
}

/** @param {string[]} path */
const read = (...path) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));
/** @param {object} line */
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

if (readdirSync(folder).includes('canned_responses.json')) {
  convertCannedResponses(read('canned_responses.json')).forEach(write);
}

/** The files of each conversation: `12.json`, or its pages `12-1.json`, `12-2.json` … @type {Map<string, string[]>} */
const pages = new Map();
for (const file of readdirSync(join(folder, 'messages'))) {
  const id = /^(\d+)(-\d+)?\.json$/.exec(file)?.[1];
  if (id !== undefined) pages.set(id, [...(pages.get(id) ?? []), file]);
}

const left = { conversations: 0, notes: 0, activities: 0, attachments: 0 };
// One conversation at a time: an export of any size fits into memory.
for (const [id, files] of pages) {
  const answers = files.map((file) => read('messages', file));
  convertConversation(id, answers, left).forEach(write);
}
console.error(
  `${pages.size} conversations read. Left out: ${left.conversations} without messages, ` +
    `${left.notes} private notes, ${left.activities} lines of activity, ` +
    `and the bytes of ${left.attachments} attachments, whose names are in the text.`,
);
