/** What the program does instead of serving, chosen by its first argument. */
export interface Command {
  names: readonly string[];
  /** The names of the arguments that follow; all are required. */
  operands: readonly string[];
  doc: string;
  /** @returns the exit code */
  run(...operands: string[]): number | Promise<number>;
}
