/** A job that the program does instead of serving. The first argument chooses it. */
export interface Command {
  names: readonly string[];
  /** The names of the arguments that follow; all are required. */
  operands: readonly string[];
  /** Option names, such as `attachments`, with the placeholder of their value in the help. Allowed anywhere. */
  options?: Readonly<Record<string, string>>;
  doc: string;
  /** @returns the exit code */
  run(operands: readonly string[], options: CommandOptions): number | Promise<number>;
}

export type CommandOptions = Readonly<Record<string, string | undefined>>;

/** The part of a usage line that follows the command's name. */
export function argumentsOf({ operands, options = {} }: Command): string[] {
  return [...operands, ...Object.entries(options).map(([name, value]) => `[--${name} ${value}]`)];
}
