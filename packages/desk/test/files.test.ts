import { describe, expect, it, vi } from 'vitest';
import { addressAt, isHeldBack, isPicture } from '../src/files';
import { createOutbox } from '../src/outbox';
import { reduceDesk, type DeskEvent } from '../src/reducer';
import { areGone, refusalFor } from '../src/relay/refusal';
import type { DeskRelay } from '../src/relay/routes';
import { initialDesk, type DeskState, type DraftFile } from '../src/state';
import { createSync } from '../src/sync';
import type { AttachmentView, MessageView } from '@chat-relay/widget-sdk/frames';
import { buildMessage } from './support/desk-fixtures';

const ID = 'a';
const GONE = refusalFor(422, {
  code: 'invalid_request',
  details: [{ field: 'attachments', code: 'attachment_invalid' }],
});
const buildFile = (key: string, more: Partial<DraftFile> = {}): DraftFile => ({
  key,
  name: `${key}.png`,
  bytes: 10,
  sentBytes: 10,
  uploadId: `up_${key}`,
  problem: null,
  ...more,
});
const buildAttachment = (id: string, more: Partial<AttachmentView> = {}): AttachmentView => ({
  upload_id: `up_${id}`,
  name: `${id}.png`,
  type: 'image/png',
  bytes: 10,
  sha256: 'f'.repeat(64),
  scan: 'none',
  url: `https://relay.example/api/v1/fetch/attachment?upload_id=up_${id}`,
  url_expires_at: '2026-11-21T12:10:00.000Z',
  ...more,
});
const add = (file: DraftFile): DeskEvent => ({ type: 'file', id: ID, key: file.key, file });
const after = (...events: DeskEvent[]): DeskState =>
  events.reduce(reduceDesk<DeskState>, initialDesk({ name: 'Camille' }));

describe('the files of a draft', () => {
  const [one, two] = [buildFile('one'), buildFile('two')];
  const queued = (files: DraftFile[], content = 'Look'): DeskEvent => ({
    type: 'queued',
    clientMsgId: 'm1',
    id: ID,
    content,
    files,
    nowMs: 0,
  });

  it('go with the message, and those that are not sent stay', () => {
    const state = after(add(one), add(two), queued([one]));
    expect(state.files).toEqual({ [ID]: [two] });
    expect(state.outgoing[0]?.files).toEqual([one]);
  });

  it('are not added again by a change that comes after their removal', () => {
    const removed: DeskEvent = { type: 'file', id: ID, key: 'one', file: null };
    expect(after(add(one), removed).files).toEqual({});
    expect(after(add(one), add({ ...one, sentBytes: 5 })).files[ID]).toMatchObject([
      { sentBytes: 5 },
    ]);
  });

  it('come back with a refused text', () => {
    const refusal = refusalFor(409, { code: 'not_assignee' });
    const state = after(
      add(one),
      queued([one]),
      { type: 'refused', id: ID, refusal },
      { type: 'returned', id: ID },
    );
    expect(state.drafts).toEqual({ [ID]: 'Look' });
    expect(state.files).toEqual({ [ID]: [one] });
  });

  it('say that they have expired, and the text is kept', () => {
    const state = after(
      add(one),
      queued([one]),
      { type: 'refused', id: ID, refusal: GONE },
      { type: 'returned', id: ID },
    );
    expect(areGone(GONE)).toBe(true);
    expect(state.drafts).toEqual({ [ID]: 'Look' });
    expect(state.files[ID]).toEqual([{ ...one, problem: 'gone' }]);
  });

  it('tell apart two messages with the same words', () => {
    const arrived = (attachments: AttachmentView[]): DeskEvent => ({
      type: 'update',
      nowMs: 0,
      update: {
        type: 'message',
        conversation_id: ID,
        last_seq: 1,
        message: buildMessage({ seq: 1, sender: { kind: 'agent' }, content: '', attachments }),
      },
    });
    const state = after(add(one), queued([one], ''), arrived([buildAttachment('other')]));
    expect(state.outgoing[0]?.hasArrived).toBe(false);
    expect(reduceDesk(state, arrived([buildAttachment('one')])).outgoing[0]?.hasArrived).toBe(true);
  });
});

it('sends a message with the same files under the same id until the relay answers', async () => {
  const sent: unknown[][] = [];
  const relay = {
    explain: () => ({ kind: 'unreachable' }),
    send: (...given: unknown[]) => {
      sent.push(given);
      if (sent.length < 3) throw new Error('lost');
      return Promise.resolve(buildMessage({ seq: 1 }));
    },
  } as unknown as DeskRelay;
  const outbox = createOutbox({ relay, dispatch: () => outbox.wake(), onRefused: () => {} });
  outbox.send(ID, '', [buildFile('one'), buildFile('two')]);
  await vi.waitFor(() => expect(outbox.size()).toBe(0), { timeout: 10_000 });
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map((given) => JSON.stringify(given))).size).toBe(1);
  expect(sent[0]?.[3]).toEqual(['up_one', 'up_two']);
});

it('shows what a scan found, and gives up the address until the next fetch', () => {
  const scan = (found: AttachmentView['scan']): DeskEvent => ({
    type: 'update',
    nowMs: 0,
    update: {
      type: 'attachment',
      conversation_id: ID,
      message_id: 'msg_2',
      seq: 2,
      upload_id: 'up_b',
      scan: found,
    },
  });
  const attachments = [buildAttachment('a'), buildAttachment('b')];
  const messages = [buildMessage({ seq: 1 }), buildMessage({ seq: 2, attachments })];
  const opened: DeskEvent[] = [
    { type: 'opened', id: ID },
    { type: 'messages', id: ID, messages, hasOlder: false },
  ];
  const found = after(...opened, scan('infected')).open?.messages[1]?.attachments;
  expect(found?.[0]).toEqual(attachments[0]);
  expect(found?.[1]).toMatchObject({ scan: 'infected' });
  expect(found?.[1]?.url).toBeUndefined();
  expect(found?.map(isHeldBack)).toEqual([false, true]);
});

it('fetches one page again for all the pictures on it', async () => {
  const asked: unknown[] = [];
  let state = after({ type: 'opened', id: ID });
  const old = buildMessage({ seq: 7, attachments: [buildAttachment('old')] });
  const fresh: MessageView = { ...old, attachments: [buildAttachment('fresh')] };
  const dispatch = (event: DeskEvent): void => {
    state = reduceDesk(state, event);
  };
  dispatch({ type: 'messages', id: ID, messages: [old], hasOlder: false });
  const relay = {
    messages: async (id: string, place: unknown) => {
      asked.push([id, place]);
      await Promise.resolve();
      return { messages: [fresh], has_more: false, last_seq: 7 };
    },
  } as unknown as DeskRelay;
  const sync = createSync({
    relay,
    workspaceIds: [],
    tenantId: null,
    state: () => state,
    dispatch,
    onGone: () => {},
  });
  await Promise.all([sync.again(7), sync.again(8), sync.again(9)]);
  expect(asked).toEqual([[ID, { after_seq: 6 }]]);
  expect(state.open?.messages).toEqual([fresh]);
  await sync.again(7);
  expect(asked).toHaveLength(2);
});

it('opens files at the address that the relay is known by', () => {
  const url = 'http://10.0.0.7:8080/api/v1/fetch/attachment?upload_id=up_a&signature=s';
  const path = '/api/v1/fetch/attachment?upload_id=up_a&signature=s';
  expect(addressAt('https://relay.example', url)).toBe(`https://relay.example${path}`);
  expect(addressAt('https://shop.example/chat', url)).toBe(`https://shop.example/chat${path}`);
  expect(isPicture({ type: 'image/webp' })).toBe(true);
  expect(isPicture({ type: 'application/pdf' })).toBe(false);
});

it('shows nothing more of a message that was taken out of sight', () => {
  const attachments = [buildAttachment('a')];
  const messages = [buildMessage({ seq: 1 }), buildMessage({ seq: 2, attachments })];
  const removed = after(
    { type: 'opened', id: ID },
    { type: 'messages', id: ID, messages, hasOlder: false },
    {
      type: 'update',
      nowMs: 0,
      update: { type: 'removed', conversation_id: ID, message_id: 'msg_2', seq: 2 },
    },
  ).open?.messages;
  expect(removed?.[0]).toEqual(messages[0]);
  expect(removed?.[1]).toMatchObject({ seq: 2, content: '', removed: true });
  expect(removed?.[1]?.attachments).toBeUndefined();
});
