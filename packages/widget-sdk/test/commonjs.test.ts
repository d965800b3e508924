import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));

/** Names and types of the package's exports, loaded by its own name. */
function exportsOf(entry: string, kind: 'module' | 'commonjs'): unknown {
  const open =
    kind === 'module' ? `import * as sdk from '${entry}';` : `const sdk = require('${entry}');`;
  const print =
    'console.log(JSON.stringify(Object.entries(sdk).map(([name, value]) => [name, typeof value]).sort()));';
  // Where `require` takes no ES modules, as in Node before 20.19 and in many test runners.
  const flags = [`--input-type=${kind}`, '--no-experimental-require-module'];
  return JSON.parse(
    execFileSync(process.execPath, [...flags, '-e', open + print], {
      cwd: FOLDER,
      encoding: 'utf8',
    }),
  );
}

it.each(['', '/frames', '/widget', '/react', '/vue'])(
  'gives to require what it gives to import: @chat-relay/widget-sdk%s',
  (path) => {
    const entry = `@chat-relay/widget-sdk${path}`;
    expect(exportsOf(entry, 'commonjs')).toEqual(exportsOf(entry, 'module'));
  },
);
