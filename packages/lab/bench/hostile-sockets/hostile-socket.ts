import { connect, type Socket } from 'node:net';
import { handshake } from './client-frames';
import type { Kind } from './kinds';

export interface HostileCounts {
  opened: number;
  refused: number;
  /** Sockets that the relay has ended. One that does not read notices it late. */
  ended: number;
  bytesSent: number;
  bytesRead: number;
}

/** Wait before an ended socket is reopened; it respects the limit of sockets per address. */
const REOPEN_MS = 5_000;
const SLOW_READ_BYTES = 1024;
const SLOW_READ_MS = 1_000;

/** Keeps a hostile connection open. Unsent bytes wait in the relay's memory, not here. */
export class HostileSocket {
  readonly #relay: { hostname: string; port: number };
  readonly #kind: Kind;
  readonly #index: number;
  readonly #address: string;
  readonly #counts: HostileCounts;
  #socket: Socket | null = null;
  #isOpen = false;
  #reopenAt = 0;
  #repeatAt = 0;
  #readAt = 0;

  constructor(url: string, kind: Kind, index: number, address: string, counts: HostileCounts) {
    const { hostname, port } = new URL(url);
    this.#relay = { hostname, port: Number(port) };
    this.#kind = kind;
    this.#index = index;
    this.#address = address;
    this.#counts = counts;
  }

  /** Sends what is due, and floods if it may. Returns the number of flooded bytes. */
  tick(now: number, mayFlood: boolean): number {
    if (this.#socket === null) {
      if (now >= this.#reopenAt) this.#open();
      return 0;
    }
    if (!this.#isOpen) return 0;
    const { repeated, reads, flood } = this.#kind;
    if (reads === 'slowly' && now >= this.#readAt) {
      this.#readAt = now + SLOW_READ_MS;
      this.#socket.read(SLOW_READ_BYTES);
    }
    if (this.#socket.writableLength > 0) return 0;
    if (repeated && now >= this.#repeatAt) {
      this.#repeatAt = now + repeated.everyMs;
      this.#socket.write(repeated.frame);
    }
    if (!flood || !mayFlood) return 0;
    const chunk = flood();
    this.#socket.write(chunk);
    return chunk.length;
  }

  close(): void {
    if (!this.#socket) return;
    this.#count(this.#socket);
    this.#socket.removeAllListeners('close').destroy();
  }

  #open(): void {
    const { handshake: greeting, path } = this.#kind;
    const socket = connect(this.#relay.port, this.#relay.hostname);
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.once('close', () => this.#closed(socket));
    const { hostname, port } = this.#relay;
    const words = handshake(`${hostname}:${port}`, path(this.#index), this.#address);
    if (greeting === 'half') socket.write(words.slice(0, words.length / 2));
    if (greeting !== 'whole') {
      this.#counts.opened++;
      return;
    }
    socket.write(words);
    socket.once('readable', () => this.#greeted(socket));
  }

  #greeted(socket: Socket): void {
    const answer = socket.read() as Buffer | null;
    if (!answer?.toString('latin1').startsWith('HTTP/1.1 101')) {
      this.#counts.refused++;
      socket.destroy();
      return;
    }
    this.#counts.opened++;
    this.#isOpen = true;
    if (this.#kind.opening) socket.write(this.#kind.opening);
    // A socket that is not told to read leaves the rest unread.
    if (this.#kind.reads === 'all') socket.resume();
  }

  #closed(socket: Socket): void {
    this.#count(socket);
    if (this.#isOpen) this.#counts.ended++;
    this.#socket = null;
    this.#isOpen = false;
    this.#reopenAt = Date.now() + REOPEN_MS;
  }

  #count({ bytesWritten, bytesRead }: Socket): void {
    this.#counts.bytesSent += bytesWritten;
    this.#counts.bytesRead += bytesRead;
  }
}
