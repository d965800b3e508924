/** What the program does in place of serving, as its first argument says. */
export interface Command {
  names: readonly string[];
  /** The names of the arguments that follow; all are required. */
  operands: readonly string[];
  doc: string;
  /** @returns the exit code */
  run(...operands: string[]): number | Promise<number>;
}
