import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chat } from '../src/index';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { createDevice, shown, visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
  // No back-off: a retry is due at once.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const note = (name = 'note.txt') => new File(['twelve bytes'], name);
const online = (chat: Chat) => vi.waitFor(() => expect(chat.getState().status).toBe('online'));
const lastOf = (chat: Chat) => chat.getState().messages.at(-1);
const paths = () => relay.requests.map(({ path }) => path).filter((path) => /upload/.test(path));

test('uploads a file and sends it with a message', async () => {
  const chat = visit(relay.url);
  const progress: number[] = [];
  const file = await chat.files.attach(note(), { onProgress: (share) => progress.push(share) });
  expect(file).toMatchObject({ uploadId: 'up_1', name: 'note.txt', bytes: 12, scan: 'none' });
  expect(progress).toEqual([1]);
  expect(paths()).toEqual(['create/upload', 'put/upload', 'finish/upload']);

  relay.deaf.push('msg');
  void chat.send('', { attachments: [file] });
  await vi.waitFor(() => expect(relay.framesOf('msg')).toHaveLength(1));
  expect(lastOf(chat)?.attachments).toEqual([file]);
  relay.current().socket.terminate();
  await vi.waitFor(() => expect(lastOf(chat)?.state).toBe('sent'));
  expect(relay.framesOf('msg')[1]).toEqual({
    type: 'msg',
    client_msg_id: lastOf(chat)?.id,
    content: '',
    attachments: ['up_1'],
  });
  expect(lastOf(chat)?.attachments[0]?.url).toContain('/fetch/attachment?upload_id=up_1');
});

test('leaves attachments out of messages without files, for relays that know none', async () => {
  const chat = visit(relay.url);
  await chat.send('hello', { attachments: [] });
  expect(Object.keys(relay.framesOf('msg')[0] ?? {})).toEqual(['type', 'client_msg_id', 'content']);
});

test('sends a message with files once after a reload, under its first id', async () => {
  const device = createDevice();
  const first = visit(relay.url, { storage: device });
  const file = await first.files.attach(note());
  await online(first);
  relay.lostAcks = 1;
  void first.send('with a file', { attachments: [file] }).catch(() => undefined);
  await vi.waitFor(() => expect(relay.messages).toHaveLength(1));
  first.destroy();

  const second = visit(relay.url, { storage: device });
  second.start();
  await vi.waitFor(() => expect(shown(second)).toEqual(['with a file:sent']));
  const [before, after] = relay.framesOf('msg');
  expect(after).toEqual(before);
  expect(relay.messages).toHaveLength(1);
  expect(lastOf(second)?.attachments).toMatchObject([{ uploadId: 'up_1', name: 'note.txt' }]);
});

test('does not fail over what an earlier version or the page has stored', async () => {
  const device = createDevice();
  const stored = [
    { id: 'a', content: 'no files', createdAt: new Date().toISOString() },
    { id: 'b', content: 'odd', attachments: 'x', createdAt: new Date().toISOString() },
    { id: 'c', content: 'null', attachments: [null, {}], createdAt: new Date().toISOString() },
  ];
  device.setItem('crs:v1:tenant:pk_test:outbox', JSON.stringify(stored));
  const chat = visit(relay.url, { storage: device });
  chat.start();
  await vi.waitFor(() => expect(shown(chat)).toEqual(['no files:sent', 'odd:sent', 'null:sent']));
});

test('continues an upload after failures of each step', async () => {
  const chat = visit(relay.url);
  relay.answers['create/upload'] = [{ status: 503, code: 'storage_unavailable' }, 'hang up'];
  relay.answers['put/upload'] = ['hang up', { status: 502 }];
  relay.answers['finish/upload'] = ['hang up', { status: 429, code: 'rate_limited' }];
  expect(await chat.files.attach(note())).toMatchObject({ uploadId: 'up_1' });
  expect(paths()).toEqual([
    'create/upload',
    'create/upload',
    'create/upload',
    'put/upload',
    'put/upload',
    'put/upload',
    'finish/upload',
    'finish/upload',
    'finish/upload',
  ]);
});

test('waits as long as the relay asks, up to a minute', async () => {
  const chat = visit(relay.url);
  relay.answers['create/upload'] = [{ status: 429, code: 'rate_limited', retryAfterS: 0.3 }];
  const begun = Date.now();
  await chat.files.attach(note());
  expect(Date.now() - begun).toBeGreaterThan(290);
  relay.answers['create/upload'] = [{ status: 429, code: 'rate_limited', retryAfterS: 3600 }];
  const refused = { code: 'rate_limited', retryAfterMs: 3_600_000 };
  await expect(chat.files.attach(note())).rejects.toMatchObject(refused);
});

test('sends the bytes again if some are missing, and not if the upload is finished', async () => {
  const chat = visit(relay.url);
  relay.answers['finish/upload'] = [{ status: 409, code: 'state_conflict' }];
  relay.answers['put/upload'] = [];
  expect(await chat.files.attach(note())).toMatchObject({ uploadId: 'up_1' });
  expect(paths().filter((path) => path === 'put/upload')).toHaveLength(2);

  relay.requests.length = 0;
  relay.answers['put/upload'] = [{ status: 409, code: 'state_conflict' }];
  relay.answers['finish/upload'] = [{ status: 200 }];
  await chat.files.attach(note());
  expect(paths()).toEqual(['create/upload', 'put/upload', 'finish/upload']);
});

test('announces the file again when its address is over, but not for ever', async () => {
  const chat = visit(relay.url);
  relay.answers['put/upload'] = [{ status: 403, code: 'link_invalid' }];
  expect(await chat.files.attach(note())).toMatchObject({ uploadId: 'up_2' });
  relay.answers['put/upload'] = Array.from({ length: 9 }, () => ({
    status: 403,
    code: 'link_invalid',
  }));
  await expect(chat.files.attach(note())).rejects.toMatchObject({ code: 'link_invalid' });
});

test('announces the file again when its bytes were sent too often', async () => {
  const chat = visit(relay.url);
  relay.answers['put/upload'] = [{ status: 409, code: 'state_conflict' }];
  relay.answers['finish/upload'] = [{ status: 409, code: 'state_conflict' }];
  expect(await chat.files.attach(note())).toMatchObject({ uploadId: 'up_2' });
  expect(paths().slice(0, 4)).toEqual([
    'create/upload',
    'put/upload',
    'finish/upload',
    'create/upload',
  ]);
});

test('reports a storage that stays full', async () => {
  const chat = visit(relay.url);
  const full = { status: 503, code: 'storage_unavailable', retryAfterS: 0.001 };
  relay.answers['put/upload'] = Array.from({ length: 20 }, () => full);
  await expect(chat.files.attach(note())).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(paths().filter((path) => path === 'put/upload')).toHaveLength(11);
});

test.each([
  ['create/upload', 403, 'attachments_disabled'],
  ['create/upload', 413, 'attachment_too_large'],
  ['put/upload', 413, 'attachment_too_large'],
  ['finish/upload', 415, 'attachment_type_not_allowed'],
])('rejects when %s is refused with %i %s', async (path, status, code) => {
  const chat = visit(relay.url);
  relay.answers[path] = [{ status, code }];
  await expect(chat.files.attach(note())).rejects.toMatchObject({ code, name: 'ChatError' });
  expect(paths().filter((asked) => asked === path)).toHaveLength(1);
});

test('replaces a token that the relay refuses', async () => {
  const chat = visit(relay.url);
  relay.answers['create/upload'] = [{ status: 401, code: 'token_invalid' }];
  expect(await chat.files.attach(note())).toMatchObject({ uploadId: 'up_1' });
  expect(relay.count('refresh/visitor-token')).toBe(1);
});

test('rejects with the reason of the signal, and gives the file up', async () => {
  const chat = visit(relay.url);
  const cancel = new AbortController();
  relay.answers['put/upload'] = [{ status: 503 }];
  vi.mocked(Math.random).mockReturnValue(0.9);
  const attached = chat.files.attach(note(), { signal: cancel.signal });
  await vi.waitFor(() => expect(relay.count('put/upload')).toBe(1));
  cancel.abort();
  await expect(attached).rejects.toMatchObject({ name: 'AbortError' });
  await expect(chat.files.attach(note(), { signal: cancel.signal })).rejects.toThrow();
  await vi.waitFor(() => expect(relay.count('cancel/upload')).toBe(1));
  expect(paths()).toEqual(['create/upload', 'put/upload', 'cancel/upload']);
});

test('ends uploads with the session they are for', async () => {
  const chat = visit(relay.url);
  relay.answers['put/upload'] = [{ status: 503 }];
  vi.mocked(Math.random).mockReturnValue(0.9);
  const attached = chat.files.attach(note());
  await vi.waitFor(() => expect(relay.count('put/upload')).toBe(1));
  chat.reset();
  await expect(attached).rejects.toMatchObject({ code: 'reset' });
  const next = chat.files.attach(note());
  chat.destroy();
  await expect(next).rejects.toMatchObject({ code: 'destroyed' });
});

test('rejects a file that was changed or removed since it was chosen', async () => {
  const chat = visit(relay.url);
  relay.answers['put/upload'] = ['hang up'];
  const gone = Object.assign(note(), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
  });
  await expect(chat.files.attach(gone)).rejects.toMatchObject({ code: 'attachment_invalid' });
});

test('keeps the text of a message whose files the relay no longer has', async () => {
  const chat = visit(relay.url);
  const file = await chat.files.attach(note());
  relay.uploads.clear();
  const sent = chat.send('important', { attachments: [file] });
  await expect(sent).rejects.toMatchObject({ code: 'attachment_invalid' });
  expect(lastOf(chat)).toMatchObject({
    content: 'important',
    state: 'failed',
    error: 'attachment_invalid',
    attachments: [{ name: 'note.txt' }],
  });
});

test('takes no blank message without files, and no more than five', async () => {
  const chat = visit(relay.url);
  const file = await chat.files.attach(note());
  await expect(chat.send(' ')).rejects.toThrow(TypeError);
  await expect(chat.send('', { attachments: Array(6).fill(file) })).rejects.toThrow(TypeError);
});

test('gives each file a name of one line that ends like its own', async () => {
  const chat = visit(relay.url);
  await chat.files.attach(note(`a\nb${'x'.repeat(400)}.txt`));
  const name = String(relay.requests.find(({ path }) => path === 'create/upload')?.body['name']);
  expect(Array.from(name)).toHaveLength(200);
  expect(name).toMatch(/^x+\.txt$/);
  for (const name of ['', '\u200b', '\u202e', '\u202egpj.exe']) await chat.files.attach(note(name));
  const names = [2, 3, 4, 5].map((n) => relay.uploads.get(`up_${n}`)?.file.name);
  expect(names).toEqual(['file', 'file', 'file', 'gpj.exe']);
});

test('gives a new address once the known one has expired', async () => {
  const chat = visit(relay.url);
  const file = await chat.files.attach(note());
  await chat.send('', { attachments: [file] });
  const known = lastOf(chat)?.attachments[0]?.url;
  expect(await chat.files.fetchAddress('up_1')).toBe(known);
  expect(relay.count('fetch/messages')).toBe(0);

  relay.addressLifeMs = 10_000;
  await chat.send('more', { attachments: [await chat.files.attach(note())] });
  relay.addressLifeMs = 700_000;
  const expired = lastOf(chat)?.attachments[0]?.url;
  const [one, two] = await Promise.all([
    chat.files.fetchAddress('up_2'),
    chat.files.fetchAddress('up_2'),
  ]);
  expect(one).not.toBe(expired);
  expect(two).toBe(one);
  expect(relay.count('fetch/messages')).toBe(1);
  expect(lastOf(chat)?.attachments[0]?.url).toBe(one);
  await expect(chat.files.fetchAddress('up_9')).rejects.toMatchObject({ code: 'not_found' });
});

test('shows how a scan ended, and then gives an address', async () => {
  const chat = visit(relay.url);
  const file = await chat.files.attach(note());
  const upload = relay.uploads.get('up_1');
  if (upload) upload.file.scan = 'pending';
  await chat.send('', { attachments: [file] });
  expect(lastOf(chat)?.attachments).toMatchObject([{ scan: 'pending' }]);
  await expect(chat.files.fetchAddress('up_1')).rejects.toMatchObject({ code: 'not_found' });
  if (upload) upload.file.scan = 'clean';
  const scanned = { type: 'attachment', message_id: 'm1', seq: 1, upload_id: 'up_1' } as const;
  relay.current().send({ ...scanned, scan: 'clean' });
  await vi.waitFor(() => expect(lastOf(chat)?.attachments).toMatchObject([{ scan: 'clean' }]));
  expect(await chat.files.fetchAddress('up_1')).toContain('upload_id=up_1');
});

test('empties a message that is taken out of sight, and keeps its place', async () => {
  const chat = visit(relay.url);
  await chat.send('one');
  const file = await chat.files.attach(note());
  await chat.send('two', { attachments: [file] });
  relay.current().send({ type: 'removed', message_id: 'm2', seq: 2 });
  await vi.waitFor(() => expect(shown(chat)).toEqual(['one:sent', ':sent']));
  expect(lastOf(chat)).toMatchObject({ seq: 2, removed: true, attachments: [] });
  expect(chat.getState().messages[0]).toMatchObject({ content: 'one', removed: false });
});
