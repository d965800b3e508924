import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { createReceiver, nodeHandler } from '../../src/index';
import { MAX_BODY_BYTES, SIGNATURE_HEADERS } from '../../src/signature';
import { buildCallback, SECRET } from '../fixtures';
import { listen, post, postWithoutEnd } from './listening';

const onError = (): void => undefined;

function build() {
  const receiver = createReceiver({ secrets: [SECRET], onError });
  const handler = vi.fn();
  receiver.on('*', handler);
  return { receiver, handler };
}

describe('nodeHandler', () => {
  it('answers a signed callback and runs its handler', async () => {
    const { receiver, handler } = build();
    const url = await listen(nodeHandler(receiver));
    const { path, headers, body } = buildCallback();

    const reply = await post(url + path, { headers, body });
    expect(reply).toEqual({ status: 200, body: { received: true } });
    expect(handler).toHaveBeenCalledWith(JSON.parse(body));
  });

  it('serves any prefix and a query', async () => {
    const url = await listen(nodeHandler(build().receiver));
    const { headers, body } = buildCallback();
    const reply = await post(`${url}/hooks/chat-callbacks/message-received?shop=1`, {
      headers,
      body,
    });
    expect(reply.status).toBe(200);
  });

  it('answers 401 to a changed body', async () => {
    const { receiver, handler } = build();
    const url = await listen(nodeHandler(receiver));
    const { path, headers, body } = buildCallback();

    const reply = await post(url + path, { headers, body: `${body} ` });
    expect(reply).toMatchObject({
      status: 401,
      body: { received: false, error: { code: 'signature_mismatch' } },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('answers 401 header_malformed to a header sent twice', async () => {
    const url = await listen(nodeHandler(build().receiver));
    const { path, headers, body } = buildCallback();
    const doubled = new Headers(headers);
    doubled.append(SIGNATURE_HEADERS.tenant, headers[SIGNATURE_HEADERS.tenant] ?? '');

    const reply = await post(url + path, { headers: doubled, body });
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'header_malformed' } } });
  });

  it('takes a body of exactly 1 MiB as far as its signature', async () => {
    const url = await listen(nodeHandler(build().receiver));
    const { path, headers } = buildCallback();
    const reply = await post(url + path, { headers, body: new Uint8Array(MAX_BODY_BYTES) });
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'signature_mismatch' } } });
  });

  it('answers 401 body_too_large past that, to the one who sent it all', async () => {
    const url = await listen(nodeHandler(build().receiver));
    const { path, headers } = buildCallback();
    const reply = await post(url + path, { headers, body: new Uint8Array(8 * MAX_BODY_BYTES) });
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'body_too_large' } } });
  });

  it('does not wait for the end of a body that is too large', async () => {
    const url = await listen(nodeHandler(build().receiver));
    const { path, headers } = buildCallback();
    const reply = await postWithoutEnd(url + path, headers, MAX_BODY_BYTES + 1);
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'body_too_large' } } });
  });

  it('answers 401 at once when something read the body before', async () => {
    const handler = nodeHandler(build().receiver);
    const url = await listen((req, res) => {
      // Nothing more will ever arrive on this stream.
      req.resume().on('close', () => setImmediate(() => handler(req, res)));
    });
    const { path, headers, body } = buildCallback();
    const reply = await post(url + path, { headers, body });
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'body_unavailable' } } });
  });

  it.each([
    ['GET', '/api/v1/chat-callbacks/message-received'],
    ['POST', '/api/v1/chat-callbacks/'],
    ['POST', '/api/v1/chat-callbacks/message-received/more'],
    ['POST', '/?next=/chat-callbacks'],
    ['POST', '/?next=/chat-callbacks/message-received'],
  ])('answers 404 to %s %s', async (method, path) => {
    const url = await listen(nodeHandler(build().receiver));
    expect((await fetch(url + path, { method })).status).toBe(404);
  });

  it('survives a sender that breaks off in the middle', async () => {
    const { receiver, handler } = build();
    const url = await listen(nodeHandler(receiver));
    const receive = vi.spyOn(receiver, 'receive');
    const { path, headers, body } = buildCallback();

    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{"event"`, () =>
      socket.resetAndDestroy(),
    );
    await vi.waitFor(() => expect(receive).toHaveBeenCalled());

    expect((await post(url + path, { headers, body })).status).toBe(200);
    expect(handler).toHaveBeenCalledTimes(1);
  });
});
