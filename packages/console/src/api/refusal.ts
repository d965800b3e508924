/** An error response of the relay. Callers switch on `code` alone. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly status: number;
  readonly code: string;
  /** The route as the protocol names it, such as `console/create/note`; empty if unknown. */
  readonly route: string;
  /** Details next to the code, such as the operator who has a conversation. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(status: number, data: Record<string, unknown>, message: string, route = '') {
    super(message);
    this.route = route;
    this.status = status;
    this.code = typeof data['code'] === 'string' ? data['code'] : 'unknown';
    this.data = data;
  }

  /** Seconds after which the same request may succeed; null if the relay does not say. */
  get retryAfterS(): number | null {
    const seconds = this.data['retry_after_s'];
    return typeof seconds === 'number' ? seconds : null;
  }

  /** The invalid fields of a request that was refused with 422, each with a code for what is wrong. */
  get problems(): { field: string; code: string }[] {
    const details = this.data['details'];
    if (!Array.isArray(details)) return [];
    return details.flatMap((detail: unknown) =>
      typeof detail === 'object' && detail !== null && 'field' in detail && 'code' in detail
        ? [{ field: String(detail.field), code: String(detail.code) }]
        : [],
    );
  }
}

/** No response, or one that is not the relay's. The relay may have processed the request nevertheless. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
