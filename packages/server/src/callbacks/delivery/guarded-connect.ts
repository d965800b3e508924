import { buildConnector } from 'undici';
import { ForbiddenAddressError, type AddressGuard } from './address-guard';

export interface GuardedConnectOptions {
  guard: AddressGuard;
  timeoutMs: number;
  /** Of an answer with all that is around its body. */
  maxReadBytes: number;
}

type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;

/** Looks names up through the guard, and checks once more whom the socket has reached. */
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
 * Who answers with what is no body, such as empty lines, interim answers or the extension of a chunk, would
 * keep the parser busy without end, and with it everybody else. What is read before the next request is
 * written belongs to one answer.
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
