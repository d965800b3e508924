import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

const FOLDER = inRoot('examples/shop/knowledge');

/** The shop's documents. `returns.en.md` is English, the others are French. @param {number} shopPort */
export function demoDocuments(shopPort) {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const content = readFileSync(join(FOLDER, name), 'utf8');
      return {
        external_id: name,
        title: /^# (.+)/.exec(content)?.[1] ?? name,
        content,
        locale: name.endsWith('.en.md') ? 'en' : 'fr',
        url: `http://127.0.0.1:${shopPort}/aide/${name}`,
      };
    });
}
