import { isIPv6, Socket } from 'node:net';
import { buildConnector, Pool } from 'undici';
import { MINUTE, SECOND } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { createLogSampler } from '../../platform/log-sampler';

/** The proxy of `CALLBACK_PROXY`, through which callbacks reach the addresses that tenants chose. */
export interface CallbackProxy {
  /**
   * Opens a way to the host; all that follows on the socket is between the relay and the receiver.
   * @param hostname a name, which the proxy looks up, or an address without brackets
   * @throws {ProxyError}
   */
  connect(hostname: string, port: number, signal: AbortSignal): Promise<Socket>;
  close(): Promise<void>;
}

/** A failure of the proxy. Tenants see the message, so it must not have the proxy's address or user. */
export class ProxyError extends Error {
  /** `proxy_down`: it serves no tenant. `proxy_refused`: it makes no connection to this host. */
  readonly code: 'proxy_down' | 'proxy_refused';

  constructor(code: ProxyError['code'], message: string) {
    super(message);
    this.name = 'ProxyError';
    this.code = code;
  }
}

/** In ms. The time to connect to an address that a tenant chose, with a proxy or without. */
export const CONNECT_TIMEOUT_MS = 3 * SECOND;

/** @param url with its user and password percent-encoded */
export function createCallbackProxy(
  url: string,
  { log, timeoutMs = CONNECT_TIMEOUT_MS }: { log: Logger; timeoutMs?: number },
): CallbackProxy {
  const { origin, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  const credentials = Buffer.from(`${user}:${decodeURIComponent(password)}`).toString('base64');
  const headers = { ...(username && { 'proxy-authorization': `Basic ${credentials}` }) };
  const open = buildConnector({ timeout: timeoutMs, allowH2: false });
  const pool = new Pool(origin, {
    connections: null, // a tunnel that opens slowly holds up no other
    // The certificate is checked against the proxy's name; undici would take the name in the header `host`.
    connect: (target, callback) => open({ ...target, servername: '' }, callback),
  });
  const sampler = createLogSampler(MINUTE);

  async function connect(hostname: string, port: number, signal: AbortSignal): Promise<Socket> {
    const path = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
    const response = await pool
      .connect({ path, headers: { ...headers, host: path }, signal })
      .catch((error: unknown) => down(`The proxy is unreachable: ${causeOf(error, signal)}`));
    const socket = response.socket as Socket; // undici's type is that of any stream
    const { statusCode: status } = response;
    socket.on('error', () => undefined); // TLS over it reports its end
    if (status >= 200 && status < 300) return withoutPreamble(socket);
    socket.destroy();
    const reason = `The proxy answered ${status}`;
    return status === 407 ? down(reason) : refuse(reason);
  }

  function down(message: string): never {
    const print = (more?: number): void =>
      log.error(
        { event: 'callback.proxy_down', reason: message, ...(more && { more }) },
        'the proxy for callbacks does not work',
      );
    if (!pool.destroyed) sampler.print('down', 1, print);
    throw new ProxyError('proxy_down', message);
  }

  return { connect, close: () => pool.destroy() };
}

function refuse(message: string): never {
  throw new ProxyError('proxy_refused', message);
}

function causeOf(error: unknown, signal: AbortSignal): string {
  const { code, name } = error as { code?: string; name?: string };
  return signal.aborted ? 'no answer in time' : (code ?? name ?? 'unknown');
}

/** Hides the proxy's own bytes: undici takes a connection on which bytes have arrived for one that has responded. */
function withoutPreamble(socket: Socket): Socket {
  const read = (): number => Reflect.get(Socket.prototype, 'bytesRead', socket) as number;
  const before = read();
  return Object.defineProperty(socket, 'bytesRead', { get: () => read() - before });
}
