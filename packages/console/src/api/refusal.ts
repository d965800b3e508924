/** The relay's answer to a request that it did not carry out. Switch on `code` alone. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  /** The route as the protocol names it, such as `console/create/note`; empty where it is not known. */
  readonly route: string;
  /** What stands with the code, such as who has a conversation. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(status: number, data: Record<string, unknown>, message: string, route = '') {
    super(message);
    this.route = route;
    this.status = status;
    this.code = typeof data['code'] === 'string' ? data['code'] : 'unknown';
    this.data = data;
  }

  /** Seconds after which the same request may succeed; null when the relay does not say. */
  get retryAfterS(): number | null {
    const seconds = this.data['retry_after_s'];
    return typeof seconds === 'number' ? seconds : null;
  }

  /** The refused fields, and a code for what is wrong with each, on 422. */
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

/** No answer, or one that is not the relay's. The request may have arrived all the same. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}
