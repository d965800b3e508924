/** A service was unreachable for as long as a start waits; the message is a line for people. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
