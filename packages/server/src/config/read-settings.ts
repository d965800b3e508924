import { join } from 'node:path';
import { embeddedDatabaseUrl } from './config';
import { hostInUrl, type Parsed } from './parsers';
import type { Variable } from './variable';
import { ROWS, type Values, type VariableName } from './variables';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  values: Values & Derived;
  /** Whether the environment sets it, to a right or wrong value. */
  isSet(name: VariableName): boolean;
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
  const problems: string[] = [];
  const valueOf = (name: VariableName, row: Variable): unknown => {
    const given = givenText(env[name], row);
    const parsed = given === null ? null : row.parse(given);
    if (parsed !== null && 'value' in parsed) return parsed.value;
    if (parsed !== null) problems.push(`${name}: ${parsed.problem}`);
    return defaultOf(row, mode);
  };
  // Each row's parser returns the type that `Values` has under its name.
  const values = Object.fromEntries(
    ROWS.map(([name, row]) => [name, valueOf(name, row)]),
  ) as Values;
  return {
    values: { ...values, ...derivedFrom(values) },
    isSet: (name) => Boolean(env[name]?.trim()),
    problems,
  };
}

function givenText(text: string | undefined, { isVerbatim }: Variable): string | null {
  const trimmed = text?.trim() || null;
  return trimmed !== null && isVerbatim ? text! : trimmed;
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
