/** What the program does instead of serving, chosen by its first argument. */
export interface Command {
  names: readonly string[];
  /** The names of the arguments that follow; all are required. */
  operands: readonly string[];
  /** May follow anywhere: each name, such as `attachments`, with what its value is called. */
  options?: Readonly<Record<string, string>>;
  doc: string;
  /** @returns the exit code */
  run(operands: readonly string[], options: CommandOptions): number | Promise<number>;
}

export type CommandOptions = Readonly<Record<string, string | undefined>>;

/** As people type it, after the names. */
export function argumentsOf({ operands, options = {} }: Command): string[] {
  return [...operands, ...Object.entries(options).map(([name, value]) => `[--${name} ${value}]`)];
}
