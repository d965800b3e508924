import { buildConnector } from 'undici';
import { ForbiddenAddressError, type AddressGuard } from './address-guard';

export interface GuardedConnectOptions {
  guard: AddressGuard;
  timeoutMs: number;
  /** The bytes of an answer other than its body. */
  maxReadBytes: number;
}

type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;

/** Resolves names through the guard, and checks the peer after connecting. */
export function createGuardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  const { guard, timeoutMs, maxReadBytes } = options;
  const connect = buildConnector({ timeout: timeoutMs, lookup: guard.lookup, allowH2: false });
  return (target, callback) =>
    connect(target, (error, socket) => {
      if (error) return callback(error, null);
      if (!guard.isAllowedAddress(socket.remoteAddress ?? '')) {
        socket.destroy();
        return callback(new ForbiddenAddressError(target.hostname), null);
      }
      limitReading(socket, maxReadBytes);
      callback(null, socket);
    });
}

/**
 * A server that sends bytes outside a body, such as empty lines, interim answers or chunk extensions, would
 * keep the parser busy without end, and with it all other work. Bytes read before the next request is written
 * belong to one answer.
 */
function limitReading(socket: Socket, maxBytes: number): void {
  let written = 0;
  let allowed = maxBytes;
  socket.on('readable', () => {
    if (socket.bytesWritten > written) {
      written = socket.bytesWritten;
      allowed = socket.bytesRead + maxBytes;
    } else if (socket.bytesRead > allowed) {
      socket.destroy(new Error(`the answer has more than ${maxBytes} bytes`));
    }
  });
}
