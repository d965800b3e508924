import ts from 'typescript';

/**
 * The properties that the build may rename: those of our own objects. A capital letter tells them from
 * the fields of the wire, which are written in snake_case. A name stays if anything else knows it: a
 * declaration of a library or of the browser, or a text of the program, which may be read by that name.
 * @param stays whether the names that a file declares stay, by its path
 */
export function shortNames(program: ts.Program, stays: (file: string) => boolean): string[] {
  const own = new Set<string>();
  const known = new Set<string>();
  for (const source of program.getSourceFiles()) {
    const isForeign = source.isDeclarationFile || stays(source.fileName);
    const look = (node: ts.Node): void => {
      ts.forEachChild(node, look);
      if (ts.isStringLiteralLike(node)) known.add(node.text);
      else if (isForeign && ts.isIdentifier(node)) known.add(node.text);
      else if (isNamed(node) && ts.isIdentifier(node.name)) own.add(node.name.text);
    };
    look(source);
  }
  return [...own].filter((name) => /[a-z][A-Z]/.test(name) && !known.has(name));
}

/** What gives a property its name, in a type or in an object. */
const isNamed = (node: ts.Node): node is ts.Node & { name: ts.PropertyName } =>
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node);
