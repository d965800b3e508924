/** A service stayed unreachable for as long as a start waits. The message is one line for people. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}
