import type { Plugin } from 'esbuild';
import ts from 'typescript';

/**
 * Builds the objects of texts as arrays: `account.title` becomes `account[0]`, and a thousand names are in
 * no file of the build. The types tell which text is meant, so the source may hand the objects around.
 */
export const numberedTexts = (program: ts.Program, folder: string): Plugin => ({
  name: 'numbered texts',
  setup({ onLoad }) {
    const files = numberTexts(program, folder);
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const contents = files.get(path);
      return contents === undefined ? null : { contents, loader: 'tsx' };
    });
  },
});

/**
 * The source files that are built otherwise than they are written, by path. Where an object is read by a
 * computed name, the code gets the list of its names, once for all languages. One that is spread, or handed
 * to what knows it as another type, stays an object.
 * @param folder the texts that the types of all languages come from; their order there gives the numbers
 * @throws Error for a text whose number differs from object to object, that a language lacks, or that is
 * read from a value of type `any`: it could be read by number or by name
 */
export function numberTexts(program: ts.Program, folder: string): Map<string, string> {
  const checker = program.getTypeChecker();
  const sources = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);

  const isSource = ({ fileName }: ts.SourceFile): boolean => fileName.startsWith(`${folder}/`);
  /** The objects of texts that a type stands for. */
  const objectsOf = (type: ts.Type | undefined): ts.ObjectLiteralExpression[] => {
    if (type?.isUnionOrIntersection()) return type.types.flatMap(objectsOf);
    return (type?.getSymbol()?.declarations ?? []).filter(
      (node): node is ts.ObjectLiteralExpression =>
        ts.isObjectLiteralExpression(node) && isSource(node.getSourceFile()),
    );
  };

  const kept = new Set<ts.Node>();
  const keepAll = (node: ts.Node): void => {
    kept.add(node);
    ts.forEachChild(node, keepAll);
  };
  const look = (node: ts.Node): void => {
    ts.forEachChild(node, look);
    if (ts.isElementAccessExpression(node)) {
      const read = objectsOf(checker.getTypeAtLocation(node.expression));
      if (!haveSameNames(read)) read.forEach((object) => kept.add(object));
    }
    if (!mayBeTexts(node)) return;
    const objects = objectsOf(checker.getTypeAtLocation(node));
    if (objects.length === 0) return;
    if (isReadOtherwise(node)) objects.forEach((object) => kept.add(object));
    const expected = checker.getContextualType(node);
    const known = objectsOf(expected);
    if (expected && !objects.some((object) => known.includes(object))) objects.forEach(keepAll);
  };
  sources.forEach(look);

  const numberedNames = new Set<string>();
  const collect = (node: ts.Node): void => {
    ts.forEachChild(node, collect);
    if (!ts.isObjectLiteralExpression(node) || kept.has(node)) return;
    for (const { name } of node.properties) if (name) numberedNames.add(name.getText());
  };
  sources.filter(isSource).forEach(collect);

  const numberOf = (type: ts.Type, name: ts.Node): ts.NumericLiteral | undefined => {
    if (type.flags & ts.TypeFlags.Any && numberedNames.has(name.getText())) {
      throw new Error(
        `${placeOf(name)}: ${name.getText()} may be a text, but is read from a value of type any`,
      );
    }
    const numbers = new Set(
      objectsOf(type).flatMap((object) => {
        const number = object.properties.findIndex(
          (each) => each.name?.getText() === name.getText(),
        );
        return number < 0 ? [] : [kept.has(object) ? undefined : number];
      }),
    );
    if (numbers.size > 1) {
      throw new Error(`${placeOf(name)}: its objects have it at several places`);
    }
    const [number] = numbers;
    return number === undefined ? undefined : ts.factory.createNumericLiteral(number);
  };
  const listOf = (written: ts.ObjectLiteralExpression): ts.ArrayLiteralExpression | undefined => {
    const type = checker.getContextualType(written) ?? checker.getTypeAtLocation(written);
    const [object] = objectsOf(type);
    if (!object || kept.has(object)) return undefined;
    return ts.factory.createArrayLiteralExpression(
      object.properties.map(({ name }) => {
        const text = written.properties.find((each) => each.name?.getText() === name?.getText());
        if (text && ts.isPropertyAssignment(text)) return text.initializer;
        throw new Error(`${placeOf(written)}: no plain value for ${name?.getText()}`);
      }),
    );
  };

  const files = new Map<string, string>();
  for (const source of sources) {
    let isChanged = false;
    const { transformed } = ts.transform(source, [
      (context) => (file) => {
        const visit = (node: ts.Node): ts.Node => {
          const changed = numbered(node);
          isChanged ||= changed !== undefined;
          return ts.visitEachChild(changed ?? node, visit, context);
        };
        return ts.visitEachChild(file, visit, context);
      },
    ]);
    const [file] = transformed;
    if (file && isChanged) files.set(source.fileName, ts.createPrinter().printFile(file));
  }
  return files;

  /** The same with numbers for names, or nothing. */
  function numbered(node: ts.Node): ts.Node | undefined {
    const { factory } = ts;
    if (node.pos < 0) return undefined; // it is not of the source
    if (ts.isObjectLiteralExpression(node)) return listOf(node);
    if (ts.isPropertyAccessExpression(node)) {
      const number = numberOf(checker.getTypeAtLocation(node.expression), node.name);
      return (
        number && factory.createElementAccessChain(node.expression, node.questionDotToken, number)
      );
    }
    if (ts.isElementAccessExpression(node)) {
      const [object] = objectsOf(checker.getTypeAtLocation(node.expression));
      if (!object || kept.has(object)) return undefined;
      const names = namesOf(object).map((name) => factory.createStringLiteral(name));
      const place = factory.createElementAccessExpression(
        factory.createArrayLiteralExpression(names),
        factory.createStringLiteral('indexOf'),
      );
      return factory.createElementAccessChain(
        node.expression,
        node.questionDotToken,
        factory.createCallExpression(place, undefined, [node.argumentExpression]),
      );
    }
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const number = numberOf(
        checker.getTypeAtLocation(node.parent),
        node.propertyName ?? node.name,
      );
      return number && factory.createBindingElement(undefined, number, node.name, node.initializer);
    }
    return undefined;
  }
}

/** Names and what is read from them: nothing else is looked at, as asking for a type takes long. */
const mayBeTexts = (node: ts.Node): node is ts.Identifier | ts.PropertyAccessExpression =>
  (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) && !isReadByName(node);

function isReadByName(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return true;
  return ts.isVariableDeclaration(parent) && isPlainPattern(parent.name);
}

const isPlainPattern = (name: ts.BindingName): boolean =>
  ts.isObjectBindingPattern(name) && name.elements.every((each) => !each.dotDotDotToken);

const namesOf = ({ properties }: ts.ObjectLiteralExpression): string[] =>
  properties.flatMap(({ name }) => (name && 'text' in name ? String(name.text) : []));

const haveSameNames = ([first, ...others]: ts.ObjectLiteralExpression[]): boolean =>
  others.every((other) => first && namesOf(first).join() === namesOf(other).join());

const isReadOtherwise = ({ parent }: ts.Node): boolean =>
  ts.isSpreadAssignment(parent) || ts.isJsxSpreadAttribute(parent) || ts.isBinaryExpression(parent);

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName}:${line + 1}`;
}
