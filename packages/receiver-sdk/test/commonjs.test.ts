import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildCallback, SECRET } from './fixtures';

/** Loads the built package by its own name. */
const FOLDER = fileURLToPath(new URL('../', import.meta.url));

function run(flags: string[], source: string): unknown {
  const options = { cwd: FOLDER, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', source], options));
}

const asModule = (source: string): unknown => run(['--input-type=module'], source);
/** Where `require` takes no ES modules, as in Node before 20.19. */
const asScript = (source: string): unknown =>
  run(['--input-type=commonjs', '--no-experimental-require-module'], source);

const ENTRIES = [
  '@chat-relay/receiver-sdk',
  '@chat-relay/receiver-sdk/web',
  '@chat-relay/receiver-sdk/signature',
];

it.each(ENTRIES)(
  'require("%s") gives every export that import gives, of the same kind',
  (entry) => {
    const print = `console.log(JSON.stringify(Object.entries(sdk).map(([name, value]) => [name, typeof value]).sort()));`;
    const imported = asModule(`import * as sdk from '${entry}'; ${print}`);
    expect(asScript(`const sdk = require('${entry}'); ${print}`)).toEqual(imported);
    expect((imported as unknown[]).length).toBeGreaterThan(8);
  },
);

describe.each(ENTRIES.slice(0, 2))('require("%s")', (entry) => {
  it('verifies a callback', () => {
    const callback = buildCallback();
    const answers = asScript(`
      const { createReceiver } = require('${entry}');
      const receiver = createReceiver({ secrets: ['${SECRET}'], onError() {} });
      const callback = ${JSON.stringify(callback)};
      (async () => {
        const first = await receiver.receive(callback);
        const second = await receiver.receive(callback);
        console.log(JSON.stringify([first.status, second.body.error.code]));
      })();`);
    expect(answers).toEqual([200, 'replay_detected']);
  });

  it('throws the errors that its own classes name', () => {
    const isSame = asScript(`
      const { verifySignedRequest, VerificationError } = require('${entry}');
      (async () => verifySignedRequest({ headers: {}, body: '', secrets: ['a'] }))()
        .catch((error) => console.log(JSON.stringify([error instanceof VerificationError, error.code])));`);
    expect(isSame).toEqual([true, 'header_missing']);
  });
});

it('require gives the conformance cases', () => {
  const count = asScript(
    `console.log(require('@chat-relay/receiver-sdk/vectors.json').cases.length)`,
  );
  expect(count).toBeGreaterThanOrEqual(40);
});
