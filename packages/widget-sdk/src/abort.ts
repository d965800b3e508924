/** Aborts with a reason, also in Chrome 97 and Firefox 96, whose signals have none. */
export function abortFor(controller: AbortController, reason: unknown): void {
  if (!('reason' in controller.signal)) {
    Object.defineProperty(controller.signal, 'reason', { value: reason });
  }
  controller.abort(reason);
}

/** `signal.throwIfAborted()`, which Chrome 99 and Firefox 96 don't have. */
export function throwIfAborted({ aborted, reason }: AbortSignal): void {
  if (aborted) throw reason ?? new DOMException('aborted', 'AbortError');
}
