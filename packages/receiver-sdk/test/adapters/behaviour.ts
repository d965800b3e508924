import { expect, it, vi } from 'vitest';
import { createReceiver } from '../../src/index';
import { MAX_BODY_BYTES } from '../../src/signature';
import type { Receiver } from '../../src/index';
import { buildCallback, buildEvent, SECRET } from '../fixtures';
import { post, postWithoutEnd } from './listening';

export function build(): { receiver: Receiver; handler: ReturnType<typeof vi.fn> } {
  const receiver = createReceiver({ secrets: [SECRET], onError: () => undefined });
  const handler = vi.fn();
  receiver.on('*', handler);
  return { receiver, handler };
}

export const ANSWER_OK = { status: 200, body: { received: true } };

/** The 401 response with this code. `message` matches any text by default. */
export function refusedWith(code: string, message: unknown = expect.any(String)) {
  return { status: 401, body: { received: false, error: { code, message } } };
}

/** Tests that the adapter of every Node framework must pass. No body parser runs before it. */
export function behavesAsAdapter(serve: (receiver: Receiver) => Promise<string>): void {
  it('answers a signed callback and runs its handler', async () => {
    const { receiver, handler } = build();
    const { path, headers, body } = buildCallback();
    expect(await post((await serve(receiver)) + path, { headers, body })).toEqual(ANSWER_OK);
    expect(handler).toHaveBeenCalledWith(JSON.parse(body));
  });

  it('refuses a changed body', async () => {
    const { receiver, handler } = build();
    const { path, headers, body } = buildCallback();
    const reply = await post((await serve(receiver)) + path, { headers, body: `${body} ` });
    expect(reply).toEqual(refusedWith('signature_mismatch'));
    expect(handler).not.toHaveBeenCalled();
  });

  it('takes bytes of any type as they are', async () => {
    const { receiver } = build();
    const { path, headers, body } = buildCallback();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'image/png']) {
      const reply = await post((await serve(receiver)) + path, {
        headers: { ...headers, 'Content-Type': type },
        body: `${body} `,
      });
      expect(reply).toEqual(refusedWith('signature_mismatch'));
    }
  });

  it('finds an empty body unsigned, not missing', async () => {
    const { receiver } = build();
    const { path, headers } = buildCallback();
    const reply = await post((await serve(receiver)) + path, { headers });
    expect(reply).toEqual(refusedWith('signature_mismatch'));
  });

  it('takes a body of exactly 1 MiB as far as its signature', async () => {
    const { receiver } = build();
    const { path, headers } = buildCallback();
    const body = new Uint8Array(MAX_BODY_BYTES);
    const reply = await post((await serve(receiver)) + path, { headers, body });
    expect(reply).toEqual(refusedWith('signature_mismatch'));
  });

  it('refuses a body that is too large, declared or endless, by its code', async () => {
    const { receiver } = build();
    const { path, headers } = buildCallback();
    const url = (await serve(receiver)) + path;
    const body = new Uint8Array(MAX_BODY_BYTES + 1);
    expect(await post(url, { headers, body })).toEqual(refusedWith('body_too_large'));
    expect(await postWithoutEnd(url, headers, MAX_BODY_BYTES + 1)).toEqual(
      refusedWith('body_too_large'),
    );
  });

  it('sends a text that comes piece by piece, each piece at once', async () => {
    const { receiver } = build();
    const writing = pieces();
    receiver.on('message-received', () => ({
      actions: [{ type: 'reply', content: writing.text }],
    }));
    const event = buildEvent();
    const { path, headers, body } = buildCallback({ event });
    const url = (await serve(receiver)) + path;
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json, application/x-ndjson' },
      body,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const read = lineReader(response);
    writing.write('Your parcel ');
    expect(await read()).toEqual({ type: 'delta', text: 'Your parcel ' });
    writing.write('is here.');
    expect(await read()).toEqual({ type: 'delta', text: 'is here.' });
    writing.end();
    expect(await read()).toEqual({ type: 'reply' });
    expect(await read()).toBeNull();
    // A repeated event with a new signature gets the complete stored answer.
    const again = buildCallback({ event, timestampMs: Date.now() + 1 });
    expect(await post(url, { headers: again.headers, body: again.body })).toEqual({
      status: 200,
      body: { received: true, actions: [{ type: 'reply', content: 'Your parcel is here.' }] },
    });
  });

  it('breaks the connection when the text fails, and takes the event again', async () => {
    const { receiver } = build();
    let runs = 0;
    receiver.on('message-received', () => {
      runs++;
      const writing = pieces();
      writing.write('Half');
      writing.fail(new Error('the model is down'));
      return { actions: [{ type: 'reply', content: writing.text }] };
    });
    const url = await serve(receiver);
    const event = buildEvent();
    for (const timestampMs of [Date.now(), Date.now() + 1]) {
      const { path, headers, body } = buildCallback({ event, timestampMs });
      const accept = 'application/x-ndjson';
      const init = { method: 'POST', headers: { ...headers, accept }, body };
      await expect(fetch(url + path, init).then((response) => response.text())).rejects.toThrow();
    }
    expect(runs).toBe(2);
  });

  it('ends the text when the relay closes the connection', async () => {
    const { receiver } = build();
    const writing = pieces();
    receiver.on('message-received', () => ({
      actions: [{ type: 'reply', content: writing.text }],
    }));
    const { path, headers, body } = buildCallback();
    const over = new AbortController();
    const response = await fetch((await serve(receiver)) + path, {
      method: 'POST',
      headers: { ...headers, accept: 'application/x-ndjson' },
      body,
      signal: over.signal,
    });
    writing.write('I think');
    expect(await lineReader(response)()).toEqual({ type: 'delta', text: 'I think' });
    over.abort();
    // Node notices the closed connection at the next write.
    await vi.waitFor(async () => {
      writing.write(' more');
      await Promise.race([writing.ended, Promise.reject(new Error('still running'))]);
    });
  });

  it('collects the text for a relay that reads no lines', async () => {
    const { receiver } = build();
    const writing = pieces();
    writing.write('All ');
    writing.write('at once.');
    writing.end();
    receiver.on('message-received', () => ({
      actions: [{ type: 'reply', content: writing.text }],
    }));
    const { path, headers, body } = buildCallback();
    expect(await post((await serve(receiver)) + path, { headers, body })).toEqual({
      status: 200,
      body: { received: true, actions: [{ type: 'reply', content: 'All at once.' }] },
    });
  });
}

/** A text that the test writes piece by piece. */
function pieces() {
  const queue: (string | Error | null)[] = [];
  let wake = () => undefined as void;
  let over = () => undefined as void;
  const add = (piece: string | Error | null): void => {
    queue.push(piece);
    wake();
  };
  const ended = new Promise<void>((resolve) => (over = resolve));
  const text: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const piece = queue.shift();
        if (piece instanceof Error) throw piece;
        return typeof piece === 'string'
          ? { done: false, value: piece }
          : { done: true, value: undefined };
      },
      return: async () => {
        over();
        return { done: true, value: undefined };
      },
    }),
  };
  return {
    text,
    ended,
    write: (piece: string) => add(piece),
    fail: (error: Error) => add(error),
    end: () => add(null),
  };
}

/** Reads the next line that is not blank; null at the end. */
function lineReader(response: Response): () => Promise<unknown> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return async () => {
    for (;;) {
      const end = rest.indexOf('\n');
      if (end >= 0) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 1);
        if (line !== '') return JSON.parse(line) as unknown;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      rest += value;
    }
  };
}
