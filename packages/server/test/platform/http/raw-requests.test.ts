import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useRelay } from '../../support/relay';

const relay = useRelay();

/** Sends these bytes and reads until the relay closes the connection. */
async function send(...lines: string[]): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(relay.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => void (text += piece));
  socket.on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
    body: body.startsWith('{') ? JSON.parse(body) : body,
  };
}

const refused = (status: number, code: string) => ({
  status,
  body: {
    status_code: status,
    data: { code, request_id: expect.any(String) },
    message: expect.any(String),
  },
});

const GET = 'GET /api/v1/console/fetch/account HTTP/1.1';
const HOST = 'Host: chat.example.com';
const CLOSE = 'Connection: close';

describe('what is not a request', () => {
  it('answers 431 in the envelope to headers longer than 16 KiB', async () => {
    const long = `X-Long: ${'a'.repeat(17_000)}`;
    expect(await send(GET, HOST, long)).toEqual(refused(431, 'payload_too_large'));
  });

  it.each([
    ['no method', ['nonsense']],
    ['a colon missing', [GET, HOST, 'no colon here']],
    ['a length twice', [GET, HOST, 'Content-Length: 1', 'Content-Length: 2']],
    ['a length and chunks', [GET, HOST, 'Content-Length: 1', 'Transfer-Encoding: chunked']],
  ])('answers 400 in the envelope to %s', async (_what, lines) => {
    expect(await send(...lines)).toEqual(refused(400, 'bad_json'));
  });
});

describe('a request that a proxy may have read in another way', () => {
  it.each([
    ['two hosts', [HOST, 'Host: other.example.com']],
    ['two codings', [HOST, 'Transfer-Encoding: identity, chunked', '', '0']],
    ['a coding besides chunked', [HOST, 'Transfer-Encoding: gzip, chunked', '', '0']],
  ])(
    'refuses a request that a proxy may read in another way: %s',
    async (_what, [host = '', ...rest]) => {
      const post = 'POST /api/v1/console/login HTTP/1.1';
      expect(await send(post, CLOSE, host, ...rest)).toEqual(refused(400, 'bad_json'));
    },
  );

  it('answers a request that can be read in one way only', async () => {
    const { status } = await send(GET, CLOSE, HOST);
    expect(status).toBe(401);
  });
});
