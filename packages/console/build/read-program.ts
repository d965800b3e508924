import ts from 'typescript';

/**
 * The program that a file begins, with all that it imports.
 * @throws Error without a tsconfig.json in a folder above the file
 */
export function readProgram(main: string): ts.Program {
  const config = ts.findConfigFile(main, ts.sys.fileExists) ?? '';
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const options = ts.getParsedCommandLineOfConfigFile(config, {}, host)?.options;
  if (!options) throw new Error(`${main} has no tsconfig.json above it`);
  return ts.createProgram([main], options);
}
