import type { IncomingMessage, Server as Listener } from 'node:http';

const REQUEST_MS = 15_000;
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts a request that does not arrive whole within 15 s, whatever its method and path. */
export function limitRequestTime(listener: Listener, requestMs = REQUEST_MS): void {
  // Node has one limit for all requests; here each has a timer of its own.
  listener.requestTimeout = 0;
  listener.on('request', (request, response) => {
    if (request.complete) return;
    const clear = () => clearTimeout(timers.get(request));
    request.once('end', clear);
    response.once('close', clear);
    allowTime(request, requestMs);
  });
}

/** Replaces a request's time limit by one of `ms` from now on. */
export function allowTime(request: IncomingMessage, ms: number): void {
  clearTimeout(timers.get(request));
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, ms);
  timer.unref();
  timers.set(request, timer);
}
