import { join } from 'node:path';
import { embeddedDatabaseUrl } from './config';
import { givenText, typingProblem } from './given-text';
import { hostInUrl } from './hosts';
import type { Parsed, Variable } from '../platform/settings/variable';
import { ROWS, type Values, type VariableName } from './variables';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  values: Values & Derived;
  /** Whether the environment sets it, to a right or wrong value. */
  isSet(name: VariableName): boolean;
  /** Whether it has a wrong value: then a rule about several settings has nothing to compare. */
  isWrong(name: VariableName): boolean;
  /** One line for each wrong variable; its entry in `values` is the default. */
  problems: string[];
}

/** Settings whose defaults depend on other settings. */
interface Derived {
  BASE_URL: string;
  DATABASE_URL: string;
  ATTACHMENTS_URL: string;
  CONSOLE_ORIGINS: string[];
}

/** Checks each variable alone; rules about several variables are in `readConfig`. */
export function readSettings(env: Environment): Settings {
  const mode = env['ENV']?.trim() === 'production' ? 'production' : 'local';
  const problems = new Map<VariableName, string>();
  const valueOf = (name: VariableName, row: Variable): unknown => {
    const text = env[name] ?? (row.hasLowerCaseName && env[name.toLowerCase()]);
    const given = givenText(text, row);
    if (given === null) return defaultOf(row, mode);
    const parsed = parse(given, row);
    if ('value' in parsed) return parsed.value;
    problems.set(name, `${name}: ${parsed.problem}`);
    return defaultOf(row, mode);
  };
  // Each row's parser returns the type that `Values` has under its name.
  const values = Object.fromEntries(
    ROWS.map(([name, row]) => [name, valueOf(name, row)]),
  ) as Values;
  return {
    values: { ...values, ...derivedFrom(values) },
    isSet: (name) => Boolean(env[name]?.trim()),
    isWrong: (name) => problems.has(name),
    problems: [...problems.values()],
  };
}

function parse(given: string, row: Variable): Parsed<unknown> {
  const problem = typingProblem(given);
  return problem === null ? row.parse(given) : { problem };
}

function defaultOf(row: Variable, mode: 'local' | 'production'): unknown {
  const { default: value } = row;
  if (value === null) return null;
  const text = String(typeof value === 'object' ? value[mode] : value);
  const parsed: Parsed<unknown> = row.parse(text);
  if ('value' in parsed) return parsed.value;
  throw new TypeError(`a default ${parsed.problem}`);
}

function derivedFrom(values: Values): Derived {
  const { HOST, PORT, DATA_DIR, CONSOLE_ORIGINS } = values;
  const baseUrl = values.BASE_URL ?? `http://${hostInUrl(HOST)}:${PORT}`;
  return {
    BASE_URL: baseUrl,
    DATABASE_URL: values.DATABASE_URL ?? embeddedDatabaseUrl(DATA_DIR),
    ATTACHMENTS_URL: values.ATTACHMENTS_URL ?? `file:${join(DATA_DIR, 'attachments')}`,
    CONSOLE_ORIGINS: CONSOLE_ORIGINS?.length ? CONSOLE_ORIGINS : [new URL(baseUrl).origin],
  };
}
