import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PACKAGES = new URL('../../packages/', import.meta.url);
const MAX_LINES = 200;

/** The types of a file as a user's editor shows them. Every public name says its type, so no other file is read. */
function declarationsOf(file: string): string {
  const source = readFileSync(new URL(`${file}.ts`, PACKAGES), 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    compilerOptions: { isolatedDeclarations: true, strict: true, stripInternal: true },
    fileName: `${file}.ts`,
    reportDiagnostics: true,
  });
  const problems = diagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
  expect(problems, file).toEqual([]);
  return outputText;
}

/** The files that the types of `entry` reach → the types in each. */
function reachedFrom(entry: string, reached = new Map<string, string>()): Map<string, string> {
  if (reached.has(entry)) return reached;
  const types = declarationsOf(entry);
  reached.set(entry, types);
  for (const [, path = ''] of types.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    reachedFrom(posix.join(posix.dirname(entry), path), reached);
  }
  return reached;
}

it(`the types of the embedded relay have at most ${MAX_LINES} lines`, () => {
  const reached = reachedFrom('server/src/server');
  const lines = [...reached.values()].join('').trimEnd().split('\n').length;
  expect(lines).toBeLessThanOrEqual(MAX_LINES);
  // Other files would make everything that they reach public, because not all of their types are written out.
  expect([...reached.keys()]).toEqual([
    'server/src/server',
    'server/src/app/unreachable-error',
    'server/src/config/config-error',
  ]);
});
