import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A WebSocket over a raw TCP connection that can stop reading and send any bytes, as hostile clients do. */
export class RawSocket {
  /** Everything that came after the handshake. */
  received: Buffer = Buffer.alloc(0);
  readonly closed: Promise<unknown>;
  readonly #tcp: Socket;

  private constructor(tcp: Socket) {
    this.#tcp = tcp;
    tcp.on('error', () => undefined); // a reset is an end like any other
    this.closed = new Promise((resolve) => tcp.once('close', resolve));
  }

  /** @throws with the status line of a refused upgrade */
  static async open(url: string, path: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const tcp = connect({ host: hostname, port: Number(port) });
    const socket = new RawSocket(tcp);
    await once(tcp, 'connect');
    tcp.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    const [first] = (await once(tcp, 'data')) as [Buffer];
    const end = first.indexOf('\r\n\r\n');
    const status = first.subarray(0, first.indexOf('\r\n')).toString();
    if (!status.includes(' 101 ')) throw new Error(status);
    socket.received = first.subarray(end + 4);
    tcp.on('data', (chunk: Buffer) => {
      socket.received = Buffer.concat([socket.received, chunk]);
    });
    return socket;
  }

  get isOpen(): boolean {
    return !this.#tcp.destroyed;
  }

  send(...frames: (object | string)[]): void {
    this.#tcp.write(Buffer.concat(frames.map((frame) => maskedFrame(0x81, frame))));
  }

  sendBinary(text: string): void {
    this.#tcp.write(maskedFrame(0x82, text));
  }

  /** A WebSocket ping, which the peer answers automatically. */
  ping(): void {
    this.#tcp.write(maskedFrame(0x89, ''));
  }

  /** Writes the frame as often as the peer takes it, until the connection ends. */
  async flood(frame: object): Promise<void> {
    const chunk = Buffer.concat(Array<Buffer>(500).fill(maskedFrame(0x81, frame)));
    while (this.isOpen) {
      const isTaken = this.#tcp.write(chunk);
      if (isTaken) await new Promise((resolve) => setImmediate(resolve));
      else await Promise.race([this.closed, this.#drained()]);
    }
  }

  #drained(): Promise<unknown> {
    return new Promise((resolve) => this.#tcp.once('drain', resolve));
  }

  async receive(): Promise<void> {
    await once(this.#tcp, 'data');
  }

  stopReading(): void {
    this.#tcp.pause();
  }

  destroy(): void {
    this.#tcp.destroy();
  }
}

/** A mask of zeros leaves the bytes as they are. */
function maskedFrame(opcode: number, frame: object | string): Buffer {
  const body = Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame));
  const mask = [0, 0, 0, 0];
  const head =
    body.length < 126
      ? [opcode, 0x80 | body.length, ...mask]
      : [opcode, 0x80 | 126, body.length >> 8, body.length & 0xff, ...mask];
  return Buffer.concat([Buffer.from(head), body]);
}
