import { readCheckedSettings } from './read-config';
import type { Environment } from './read-settings';
import type { Variable } from '../platform/settings/variable';
import { ROWS } from './variables';

/**
 * The settings in force as JSON, without secrets. Nothing is written.
 * @param known problems that were found before
 * @throws {ConfigError}
 */
export function printConfig(env: Environment, known: readonly string[] = []): string {
  const { values } = readCheckedSettings(env, known);
  const isLocal = values.ENV === 'local';
  const printed = ROWS.map(([name, row]) => [name, printable(values[name], row, isLocal)]);
  return JSON.stringify(Object.fromEntries(printed), null, 2);
}

function printable(value: unknown, row: Variable, isLocal: boolean): string | number | null {
  if (value === null) return row.isGenerated && isLocal ? 'generated' : null;
  if (row.isSecret) return 'set';
  if (Array.isArray(value)) return value.join(',') || null;
  if (typeof value === 'number') return value;
  return withoutPassword(typeof value === 'string' ? value : JSON.stringify(value));
}

function withoutPassword(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password === '') return text;
  url.password = '***';
  return url.href;
}
