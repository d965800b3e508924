/** A failure of the way to the database. `code` is what `failures.ts` looks at. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
  readonly code: string | undefined;

  constructor(code: string | undefined, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
