import { expect, it, vi } from 'vitest';
import { createReceiver, MAX_BODY_BYTES } from '../../src/index';
import type { Receiver } from '../../src/index';
import { buildCallback, SECRET } from '../fixtures';
import { post, postWithoutEnd } from './listening';

export function build(): { receiver: Receiver; handler: ReturnType<typeof vi.fn> } {
  const receiver = createReceiver({ secrets: [SECRET], onError: () => undefined });
  const handler = vi.fn();
  receiver.on('*', handler);
  return { receiver, handler };
}

export const ANSWER_OK = { status: 200, body: { received: true } };

/** A 401 by its code, with something in its message. */
export function refusedWith(code: string, message: unknown = expect.any(String)) {
  return { status: 401, body: { received: false, error: { code, message } } };
}

/** What every adapter of a Node framework does, before any parser. */
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
}
