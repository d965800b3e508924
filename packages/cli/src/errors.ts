/** relayctl's exit codes. Scripts rely on these numbers; they are never renumbered. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  refused: 4,
  unreachable: 5,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * The only way to end with a code other than 0. Its message is one line for the person at the terminal, says what to
 * do, and never has a secret.
 */
export class ExitError extends Error {
  override readonly name: string = 'ExitError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
