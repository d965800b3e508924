// Lists what the widget and the console use that their oldest browsers lack: APIs, regular expressions, or styles.
import { readdirSync, readFileSync } from 'node:fs';
import { GUARDED_APIS, HARMLESS_STYLES } from './lib/floor/harmless.mjs';
import { newerSyntax } from './lib/floor/patterns.mjs';
import { newerStyles } from './lib/floor/styles.mjs';
import { floorOf, PACKAGES } from './lib/floor/support.mjs';
import { newerApisIn } from './lib/floor/used-apis.mjs';
import { inRoot } from './lib/paths.mjs';
import { collectPatterns } from './lib/patterns/collect.mjs';
import { runScript, say } from './lib/report.mjs';

/** @param {string} folder of a package @param {RegExp} name */
const filesOf = (folder, name) =>
  readdirSync(inRoot(`packages/${folder}/src`), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => inRoot(`packages/${folder}/src/${file}`));

/** @param {string} folder @returns {string[]} */
function apis(folder) {
  return newerApisIn(filesOf(folder, /\.tsx?$/), floorOf(folder))
    .filter(({ path, api }) => !GUARDED_APIS[path]?.includes(api))
    .map(({ path, line, api, lacks }) => `${path}:${line}  ${api}: ${lacks.join(', ')}`);
}

/** @type {ReturnType<typeof collectPatterns> | undefined} */
let collecting;

/** @param {string} folder @returns {Promise<string[]>} */
async function patterns(folder) {
  const { patterns: all } = await (collecting ??= collectPatterns());
  return all.flatMap((pattern) => {
    const place = pattern.places.find((each) => each.startsWith(`packages/${folder}/src/`));
    return place ? newerSyntax(pattern, floorOf(folder)).map((found) => `${place}  ${found}`) : [];
  });
}

/** @param {string} folder @returns {string[]} */
function styles(folder) {
  const sheets = filesOf(folder, /\.css$|styles\.ts$/).map((file) => {
    const text = readFileSync(file, 'utf8');
    const css = file.endsWith('.ts') ? /STYLES = `([^`]*)`/.exec(text)?.[1] : text;
    if (css === undefined) throw new TypeError(`${file} has no style sheet`);
    return { file: file.slice(inRoot('packages').length + 1), css };
  });
  return sheets.flatMap(({ file, css }) =>
    newerStyles(css, floorOf(folder), HARMLESS_STYLES[folder]).map((found) => `${file}  ${found}`),
  );
}

/** @type {Readonly<Record<string, (folder: string) => string[] | Promise<string[]>>>} */
const KINDS = { apis, patterns, styles };

await runScript(async () => {
  const [, , kind = ''] = process.argv;
  const list = KINDS[kind];
  if (!list) throw new TypeError(`name one of ${Object.keys(KINDS).join(', ')}`);
  const found = (await Promise.all(PACKAGES.map(async (folder) => list(folder)))).flat();
  found.forEach(say);
  return found.length === 0 ? 0 : 1;
});
