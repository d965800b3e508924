import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useRelay } from '../../support/relay';

const relay = useRelay();

interface Answer {
  status: number;
  code: string | undefined;
}

/** Sends a request byte by byte as given, on a connection that stays open, and returns the relay's response. */
function answerTo(path: string, headers: string[], body: string | Buffer = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(relay.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        [`POST /api/v1${path} HTTP/1.1`, 'Host: relay', ...headers, '', ''].join('\r\n'),
      );
      socket.write(body);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.endsWith('}')) return;
      socket.destroy();
      resolve({
        status: Number(text.split(' ')[1]),
        code: /"code":"([a-z_]+)"/.exec(text)?.[1],
      });
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(text)}`)));
  });
}

const JSON_TYPE = 'Content-Type: application/json';
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
const sized = (path: string, body: string | Buffer, headers = [JSON_TYPE]) =>
  answerTo(path, [...headers, `Content-Length: ${Buffer.byteLength(body)}`], body);

// One that the relay parses itself, and one whose signature covers the bytes.
const PATHS = ['/console/login', '/tenant/send/message'];
describe.each(PATHS)('a body for %s', { concurrent: true }, (path) => {
  it('refuses a large body that declares no length', async () => {
    const body = `${chunk(150_000)}${chunk(150_000)}0\r\n\r\n`;
    expect(await answerTo(path, [JSON_TYPE, 'Transfer-Encoding: chunked'], body)).toEqual({
      status: 413,
      code: 'payload_too_large',
    });
  });

  it('refuses a body once it is too large, though it never ends', async () => {
    const startedAt = Date.now();
    const headers = [JSON_TYPE, 'Transfer-Encoding: chunked'];
    const { code } = await answerTo(path, headers, chunk(300_000));
    expect(code).toBe('payload_too_large');
    expect(Date.now() - startedAt).toBeLessThan(4_000);
  });

  it('answers a body that never arrives as a whole', async () => {
    expect(await answerTo(path, [JSON_TYPE, 'Content-Length: 100'], '{"a"')).toEqual({
      status: 400,
      code: 'bad_json',
    });
  }, 15_000);

  it('refuses a body by its declared length, though nothing of it arrives', async () => {
    expect(await answerTo(path, [JSON_TYPE, 'Content-Length: 1000000'])).toEqual({
      status: 413,
      code: 'payload_too_large',
    });
  }, 15_000);

  it.each([[[]], [['Content-Type: text/plain']], [['Content-Type: application/vnd.api+json']]])(
    'refuses a body with the headers %j',
    async (headers: string[]) => {
      expect(await sized(path, '{}', headers)).toEqual({
        status: 415,
        code: 'unsupported_media_type',
      });
    },
  );

  it('refuses a compressed body', async () => {
    const headers = [JSON_TYPE, 'Content-Encoding: gzip'];
    expect((await sized(path, gzipSync('{}'), headers)).code).toBe('unsupported_media_type');
  });
});

it('sends "100 Continue" to a client that waits for it', async () => {
  const headers = [JSON_TYPE, 'Content-Length: 2', 'Expect: 100-continue'];
  const { status } = await answerTo('/console/login', headers, '{}');
  expect(status).toBe(100);
});

it('accepts another spelling of the type JSON', async () => {
  const headers = ['Content-Type: Application/JSON; charset=utf-8'];
  expect((await sized('/console/login', '{}', headers)).status).toBe(422);
});

it('refuses a body that is not UTF-8', async () => {
  const body = Buffer.from('{"email":"\xff"}', 'latin1');
  expect((await sized('/console/login', body)).code).toBe('bad_json');
});

it.each(['{"__proto__":{"a":1}}', '{"email":{"\\u005f_proto__":1}}'])(
  'refuses a prototype in %s',
  async (body) => {
    expect(await sized('/console/login', body)).toEqual({ status: 422, code: 'invalid_request' });
  },
);

it('ignores cookies, however they are written', async () => {
  for (const cookie of ['no-value', 'open="', '=']) {
    const { status } = await fetch(`${relay.url}/healthz`, { headers: { cookie } });
    expect(status, cookie).toBe(200);
  }
});
