import ts from 'typescript';
import { inRoot } from '../paths.mjs';
import { DATA, lacking } from './support.mjs';

/** @typedef {import('./support.mjs').Identifier} Identifier */
/** @typedef {import('./support.mjs').Floor} Floor */
/**
 * @typedef {{ path: string, line: number, api: string, lacks: readonly string[] }} Use `path` begins at the packages
 */

/**
 * Browser APIs that a package's sources use, as the type checker resolves them, and the oldest supported browsers lack.
 * @param {readonly string[]} files @param {Floor} floor @returns {Use[]}
 */
export function newerApisIn(files, floor) {
  const config = ts.readConfigFile(inRoot('tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, inRoot('.'));
  const program = ts.createProgram([...files], {
    ...options,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  const checker = program.getTypeChecker();
  /** @type {Map<string, Use>} */
  const found = new Map();
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`not read: ${file}`);
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isIdentifier(node) && !isNamed(node)) {
        const used = apiOf(checker.getSymbolAtLocation(node));
        const lacks = used && !isAsked(node) ? lacking(featureOf(used), floor) : [];
        if (used && lacks.length > 0) {
          const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
          const path = file.replace(`${inRoot('packages')}/`, '');
          const api = used.join('.');
          found.set(`${path}:${line} ${api}`, { path, line, api, lacks });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found.values()];
}

/** Types are gone at run time. @param {ts.Identifier} node */
function isNamed(node) {
  for (let at = /** @type {ts.Node} */ (node); at; at = at.parent) {
    if (ts.isTypeNode(at) || ts.isInterfaceDeclaration(at) || ts.isImportDeclaration(at))
      return true;
    if (ts.isStatement(at)) return false;
  }
  return false;
}

/** `'x' in y` and `typeof x` ask; so does `globalThis.x` as a condition. @param {ts.Identifier} node */
function isAsked({ parent }) {
  return ts.isTypeOfExpression(parent.parent ?? parent) || ts.isTypeOfExpression(parent);
}

/**
 * The interface and member that the standard library declares a symbol as.
 * @param {ts.Symbol | undefined} symbol @returns {[string] | [string, string] | null}
 */
function apiOf(symbol) {
  const [declaration] = symbol?.declarations ?? [];
  if (!symbol || !declaration || !isStandard(declaration)) return null;
  if (ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration))
    return [symbol.name];
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent))
    return [parent.name.text.replace(/Constructor$/, ''), symbol.name];
  // `declare var URL: { canParse(): … }`
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent))
    return [parent.parent.name.getText(), symbol.name];
  return null;
}

/** @param {ts.Node} node */
const isStandard = (node) =>
  /\/typescript\/lib\/lib\.[\w.]+\.d\.ts$/.test(node.getSourceFile().fileName);

/** @param {[string] | [string, string]} used @returns {Identifier | undefined} */
function featureOf([owner, member]) {
  for (const features of [DATA.api, DATA.javascript.builtins]) {
    const known = /** @type {Record<string, Record<string, Identifier>> | undefined} */ (features);
    if (member === undefined) {
      const feature = known?.[owner] ?? known?.['Window']?.[owner];
      if (feature) return /** @type {Identifier} */ (feature);
      continue;
    }
    const feature = known?.[owner]?.[member] ?? known?.[owner]?.[`${member}_static`];
    if (feature) return feature;
  }
  return member === undefined ? undefined : inMixin(member);
}

/**
 * Data for a member of a mixin. The data lists it under each interface that includes the mixin; the first interface
 * that has it is used.
 * @param {string} member @returns {Identifier | undefined}
 */
function inMixin(member) {
  const all = ['Element', 'HTMLElement', 'Document', 'Navigator', 'Window', 'Node', 'ShadowRoot'];
  const api = /** @type {Record<string, Record<string, Identifier>>} */ (DATA.api);
  return all.map((owner) => api[owner]?.[member]).find(Boolean);
}
