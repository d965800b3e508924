import type { WebSocket } from 'ws';
import { CLOSE, type CloseCode } from './close-codes';

/** How long a peer may take to confirm a close before its connection is ended. */
export const CLOSE_TIMEOUT_MS = 1_500;

/** The same for a peer that broke a rule: the rest of its data is not read. */
const BREACH_TIMEOUT_MS = 500;
const BREACHES: ReadonlySet<CloseCode> = new Set([
  CLOSE.unsupportedData,
  CLOSE.policy,
  CLOSE.flood,
]);

/** Closes a socket of a server whose `closeTimeout` is `CLOSE_TIMEOUT_MS`. */
export function closeSocket(socket: WebSocket, code: CloseCode, reason: string): void {
  socket.close(code, reason);
  if (!BREACHES.has(code)) return socket.resume(); // the peer may confirm the close
  socket.pause();
  setTimeout(() => socket.terminate(), BREACH_TIMEOUT_MS).unref();
}

export function retryIn(ms: number): string {
  return JSON.stringify({ retry_ms: ms });
}
