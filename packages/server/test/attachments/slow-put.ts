import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { at } from './uploader';

/** A PUT over a raw TCP connection: the test decides which bytes are sent, and when. */
export class SlowPut {
  /** The response so far, status line and headers included. */
  answer = '';
  /** Resolves when the relay has ended the connection. */
  readonly closed: Promise<unknown>;
  readonly #tcp: Socket;

  constructor(
    url: string,
    address: string,
    headers: Record<string, string | number>,
    options: { allowHalfOpen?: boolean } = {},
  ) {
    const { hostname, port, pathname, search } = new URL(at(url, address));
    this.#tcp = connect({ host: hostname, port: Number(port), ...options });
    this.#tcp.on('error', () => undefined);
    this.#tcp.on('data', (chunk: Buffer) => (this.answer += chunk.toString('latin1')));
    this.closed = Promise.race([once(this.#tcp, 'end'), once(this.#tcp, 'close')]);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#tcp.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join('')}\r\n`,
    );
  }

  /** Status of the HTTP response; null before it arrives. */
  get status(): number | null {
    const found = /^HTTP\/1\.1 (?!100)(\d+)/m.exec(this.answer);
    return found ? Number(found[1]) : null;
  }

  get code(): string | undefined {
    return /"code":"(\w+)"/.exec(this.answer)?.[1];
  }

  write(bytes: Buffer | string): void {
    this.#tcp.write(bytes);
  }

  /** Sends no more, and still reads. */
  end(): void {
    this.#tcp.end();
  }

  cut(): void {
    this.#tcp.destroy();
  }
}
