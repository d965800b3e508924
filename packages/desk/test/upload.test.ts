import { describe, expect, it } from 'vitest';
import { refusalFor, type Refusal } from '../src/relay/refusal';
import { createUpload, faultOf } from '../src/upload';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';
import type { CreatedUpload } from '@chat-relay/widget-sdk/rest';

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('refused');
    this.refusal = refusal;
  }
}
const refused = (status: number, code: string, retry_after_s?: number): Refused =>
  new Refused(refusalFor(status, { code, retry_after_s }));
const LOST = new Refused({ kind: 'unreachable' });

type Step = 'create' | 'put' | 'finish' | 'cancel';

/** A relay that answers each step with its next scripted outcome, and succeeds when none is left. */
function scripted(outcomes: Partial<Record<Step, Error[]>>, name = 'a.png') {
  const calls: string[] = [];
  const step = (kind: Step, what: string): Promise<void> => {
    calls.push(`${kind} ${what}`);
    const error = outcomes[kind]?.shift();
    return error ? Promise.reject(error) : Promise.resolve();
  };
  const stopping = new AbortController();
  let created = 0;
  const upload = createUpload({
    relay: {
      explain: (error) => (error instanceof Refused ? error.refusal : null),
      createUpload: async (_id, file): Promise<CreatedUpload> => {
        await step('create', file.name);
        created += 1;
        const put = { url: `/put/${created}`, headers: {} };
        return { upload_id: `up_${created}`, put, expires_at: '2026-11-21T13:00:00.000Z' };
      },
      cancelUpload: async (id) => step('cancel', id),
      finishUpload: async (id) => {
        await step('finish', id);
        return { upload_id: id } as AttachmentView;
      },
    },
    put: ({ url }) => step('put', url),
    conversationId: 'a',
    file: { name, bytes: 3, source: 'abc' },
    signal: stopping.signal,
    onProgress: () => {},
  });
  return { upload, calls, stopping };
}

describe('an upload', () => {
  it('is announced once, however often its bytes are sent', async () => {
    const { upload, calls } = scripted({ put: [LOST], finish: [refused(503, 'overloaded')] });
    expect(await upload.send()).toEqual({ upload_id: 'up_1' });
    expect(calls.join(', ')).toBe(
      'create a.png, put /put/1, put /put/1, finish up_1, put /put/1, finish up_1',
    );
  });

  it('is finished where the answer to that was lost', async () => {
    const { upload } = scripted({ finish: [LOST], put: [] });
    expect(await upload.send()).toEqual({ upload_id: 'up_1' });
    const again = scripted({ put: [refused(409, 'state_conflict')] });
    expect(await again.upload.send()).toEqual({ upload_id: 'up_1' });
    expect(again.calls.at(-1)).toBe('finish up_1');
  });

  it('ends with the refusal, and is announced again by the next attempt', async () => {
    const { upload, calls } = scripted({ finish: [refused(415, 'attachment_type_not_allowed')] });
    await expect(upload.send()).rejects.toThrow('refused');
    await upload.send();
    expect(calls.filter((call) => call.startsWith('create'))).toHaveLength(2);
  });

  it('does not wait for a quota of a day', async () => {
    const { upload, calls } = scripted({ create: [refused(429, 'rate_limited', 86_400)] });
    await expect(upload.send()).rejects.toThrow('refused');
    expect(calls).toEqual(['create a.png']);
  });

  it('waits for its turn while others of its network are sent', async () => {
    const { upload, calls } = scripted({ put: [refused(429, 'rate_limited', 0)] });
    expect(await upload.send()).toEqual({ upload_id: 'up_1' });
    expect(calls.join(', ')).toBe('create a.png, put /put/1, put /put/1, finish up_1');
  });

  it('is announced again when its bytes were sent too often', async () => {
    const { upload, calls } = scripted({
      put: [refused(409, 'state_conflict')],
      finish: [refused(409, 'state_conflict')],
    });
    expect(await upload.send()).toEqual({ upload_id: 'up_2' });
    expect(calls.slice(-2)).toEqual(['put /put/2', 'finish up_2']);
  });

  it('is given up once it is cancelled', async () => {
    const { upload, calls, stopping } = scripted({ put: [LOST, LOST] });
    const sending = upload.send();
    setTimeout(() => stopping.abort(), 20);
    await expect(sending).rejects.toThrow(/./);
    const before = calls.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toHaveLength(before);
    expect(calls.filter((call) => call.startsWith('cancel'))).toEqual(['cancel up_1']);
  });

  it.each([
    ['two\r\nlines\u0007.txt', 'two lines .txt'],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(250)}.jpeg`],
    [`😀${'x'.repeat(249)}.jpeg`, `${'x'.repeat(249)}.jpeg`],
    ['\u200fעברית.txt', 'עברית.txt'],
    ['\u0000', 'file'],
  ])('gives its file a name that the relay takes: %j', async (name, taken) => {
    const { upload, calls } = scripted({}, name);
    await upload.send();
    expect(calls[0]).toBe(`create ${taken}`);
  });
});

it.each([
  [{ bytes: 0, type: 'image/png' }, 'file_empty'],
  [{ bytes: 101, type: 'image/png' }, 'attachment_too_large'],
  [{ bytes: 100, type: 'image/png' }, null],
  [{ bytes: 100, type: 'video/mp4' }, 'attachment_type_not_allowed'],
  [{ bytes: 100, type: 'text/html' }, 'attachment_type_not_allowed'],
  [{ bytes: 100, type: 'text/csv' }, null],
  [{ bytes: 100, type: 'application/json' }, null],
  [{ bytes: 100, type: '' }, null],
])('finds out before it is sent what the site does not take: %j', (file, fault) => {
  expect(faultOf(file, { types: ['image/png', 'text/plain'], max_bytes: 100 })).toBe(fault);
});
