import type { ServerFrame } from '@chat-relay/widget-sdk/frames';
import { WebSocket } from 'ws';

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

interface SocketOptions {
  since?: number;
  origin?: string;
  /** The visitor's address, as a trusted proxy reports it. */
  ip?: string;
}

/** A visitor's WebSocket without the SDK. It stores every frame. */
export class VisitorSocket {
  readonly ws: WebSocket;
  readonly frames: ServerFrame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  #waiters: { matches: (frame: ServerFrame) => boolean; resolve: (frame: ServerFrame) => void }[] =
    [];

  constructor(url: string, token: string, options: SocketOptions = {}) {
    const since = options.since === undefined ? '' : `&since=${options.since}`;
    this.ws = new WebSocket(
      `${url.replace('http', 'ws')}/api/v1/ws/widget?token=${encodeURIComponent(token)}${since}`,
      {
        ...(options.origin !== undefined && { origin: options.origin }),
        ...(options.ip !== undefined && { headers: { 'x-forwarded-for': options.ip } }),
      },
    );
    this.closed = new Promise((resolve) => {
      this.ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    this.ws.on('error', () => undefined);
    this.ws.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as ServerFrame;
      this.frames.push(frame);
      this.#waiters = this.#waiters.filter(({ matches, resolve }) => {
        if (!matches(frame)) return true;
        resolve(frame);
        return false;
      });
    });
  }

  static async open(
    url: string,
    token: string,
    options: SocketOptions = {},
  ): Promise<VisitorSocket> {
    const socket = new VisitorSocket(url, token, options);
    await socket.next('welcome');
    return socket;
  }

  send(frame: unknown): void {
    this.ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  say(clientMsgId: string, content: string): Promise<FrameOf<'ack'>> {
    this.send({ type: 'msg', client_msg_id: clientMsgId, content });
    return this.next('ack', (frame) => frame.client_msg_id === clientMsgId);
  }

  /** Resolves with the first frame of this type that fits, whether it has arrived or is yet to come. */
  next<Type extends ServerFrame['type']>(
    type: Type,
    fits: (frame: FrameOf<Type>) => boolean = () => true,
  ): Promise<FrameOf<Type>> {
    const matches = (frame: ServerFrame) => frame.type === type && fits(frame as FrameOf<Type>);
    const known = this.frames.find(matches);
    if (known) return Promise.resolve(known as FrameOf<Type>);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no ${type} frame; got ${JSON.stringify(this.frames)}`)),
        8_000,
      );
      this.#waiters.push({
        matches,
        resolve: (frame) => {
          clearTimeout(timer);
          resolve(frame as FrameOf<Type>);
        },
      });
    });
  }

  /** Every `seq` that came as a message, in the order of arrival. */
  seqs(): number[] {
    return this.frames.flatMap((frame) => (frame.type === 'msg' ? [frame.seq] : []));
  }

  close(): void {
    this.ws.close();
  }
}
