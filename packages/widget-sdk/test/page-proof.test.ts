import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toJson, toTime } from '../src/page-proof';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { visit } from './support/visitor';

const VALUE = { list: [1, ['a', { deep: [] }]], at: new Date(0), own: { toJSON: () => 'own' } };
const PLAIN = '{"list":[1,["a",{"deep":[]}]],"at":"1970-01-01T00:00:00.000Z","own":"own"}';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});
afterEach(() => {
  for (const { prototype } of [Array, Object]) Reflect.deleteProperty(prototype, 'toJSON');
  vi.restoreAllMocks();
});

/** Adds a `toJSON` to a prototype: Prototype.js 1.6 had one for arrays, other libraries for all objects. */
function giveToJson(prototype: object): void {
  const toJSON = () => 'a string';
  Object.defineProperty(prototype, 'toJSON', { value: toJSON, configurable: true });
}

test.each([
  ['no library', {}],
  ['one that gives arrays a toJSON', Array.prototype],
  ['one that gives all objects a toJSON', Object.prototype],
])('writes the same JSON on a page with %s', (_, prototype) => {
  giveToJson(prototype);
  expect(toJson(VALUE)).toBe(PLAIN);
  expect(toJson([undefined, null])).toBe('[null,null]');
});

test('reads a date though the page has another Date.parse', () => {
  vi.spyOn(Date, 'parse').mockReturnValue(0);
  expect(toTime('2026-11-27T12:00:00.250Z')).toBe(Date.UTC(2026, 10, 27, 12, 0, 0, 250));
  expect(toTime('no date')).toBeNaN();
});

test('sends the files of a message as a list though arrays have a toJSON', async () => {
  giveToJson(Array.prototype);
  const chat = visit(relay.url);
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  const file = { uploadId: 'u1', name: 'a.png', type: 'image/png', bytes: 1 };
  void chat.send('', { attachments: [file as never] });
  await vi.waitFor(() => expect(relay.framesOf('msg')).toHaveLength(1));
  expect(relay.framesOf('msg')[0]).toMatchObject({ attachments: ['u1'] });
});
