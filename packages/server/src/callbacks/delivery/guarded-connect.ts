import { isIP, type Socket as NetSocket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector, errors } from 'undici';
import { isLoopback } from '../../platform/http/service-agent';
import { ForbiddenAddressError, type AddressGuard } from './address-guard';
import type { CallbackProxy } from './callback-proxy';

export interface GuardedConnectOptions {
  guard: AddressGuard;
  /** Null to call every address directly. */
  proxy: CallbackProxy | null;
  timeoutMs: number;
  /** The most bytes of a response, including headers and framing. */
  maxReadBytes: number;
}

type Target = buildConnector.Options;
type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;

/** Resolves names through the guard, and checks the peer after connecting. */
export function createGuardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  const { guard, proxy, timeoutMs, maxReadBytes } = options;
  const open = promised(
    buildConnector({ timeout: timeoutMs, lookup: guard.lookup, allowH2: false }),
  );

  async function connectDirectly(target: Target): Promise<Socket> {
    const socket = await open(target);
    if (guard.isAllowedAddress(socket.remoteAddress ?? '')) return socket;
    socket.destroy();
    throw new ForbiddenAddressError(target.hostname);
  }

  async function connectThrough(through: CallbackProxy, target: Target): Promise<Socket> {
    const { hostname, protocol, port } = target;
    const signal = AbortSignal.timeout(timeoutMs);
    // A name server that does not answer leaves most of the time to the proxy.
    const addresses = await addressesOf(guard, hostname, timeoutMs / 3);
    // A proxy would look for this machine on its own.
    if (isLoopback(hostname) || addresses?.some(isLoopback)) return connectDirectly(target);
    const isTls = protocol === 'https:';
    const tunnel = await through.connect(hostname, Number(port) || (isTls ? 443 : 80), signal);
    return isTls ? handshake(open, target, tunnel, signal) : tunnel;
  }

  const connect = callbackify(async (target: Target) => {
    const socket = await (proxy ? connectThrough(proxy, target) : connectDirectly(target));
    limitReading(socket, maxReadBytes);
    return socket;
  });
  return (target, callback) =>
    connect(target, (error, socket) => (error ? callback(error, null) : callback(null, socket)));
}

/**
 * Looks up the host's addresses and checks each.
 * @param limitMs a name server that takes longer does not know the name
 * @returns null: the name is unknown here
 * @throws {ForbiddenAddressError}
 */
export function addressesOf(
  { isAllowedAddress, lookup }: AddressGuard,
  host: string,
  limitMs: number | null,
): Promise<string[] | null> {
  return new Promise((resolve, reject) => {
    if (isIP(host) !== 0) {
      return isAllowedAddress(host) ? resolve([host]) : reject(new ForbiddenAddressError(host));
    }
    if (limitMs !== null) setTimeout(resolve, limitMs, null).unref();
    lookup(host, { all: true }, (error, found) => {
      if (error instanceof ForbiddenAddressError) return reject(error);
      resolve(!error && Array.isArray(found) ? found.map(({ address }) => address) : null);
    });
  });
}

type Open = (target: Target) => Promise<Socket>;

function promised(connect: buildConnector.connector): Open {
  return (target) =>
    new Promise((resolve, reject) => {
      connect(target, (error, socket) => (socket ? resolve(socket) : reject(error)));
    });
}

/** Opens TLS with the receiver over the tunnel, until the signal aborts. */
function handshake(
  open: Open,
  target: Target,
  tunnel: NetSocket,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const late = (): void => {
      tunnel.destroy();
      reject(new errors.ConnectTimeoutError('no TLS with the receiver in time'));
    };
    signal.addEventListener('abort', late, { once: true });
    open({ ...target, httpSocket: tunnel })
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', late));
  });
}

/**
 * Closes a connection on which too much arrives for one response. Bytes outside a body, such as empty lines, interim
 * responses or chunk extensions, would keep the parser busy without end, and with it all other work.
 */
function limitReading(socket: Socket, maxBytes: number): void {
  let written = 0;
  let allowed = maxBytes;
  socket.on('readable', () => {
    if (socket.bytesWritten > written) {
      written = socket.bytesWritten;
      allowed = socket.bytesRead + maxBytes;
    } else if (socket.bytesRead > allowed) {
      socket.destroy(new Error(`the response has more than ${maxBytes} bytes`));
    }
  });
}
