/** A failure of the connection to the database. `failures.ts` classifies it by its `code`. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
  readonly code: string | undefined;

  constructor(code: string | undefined, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
