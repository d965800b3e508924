import { statSync } from 'node:fs';
import { ConfigError } from './config';

const FILE = '.env';

/**
 * Reads settings from a `.env` file in the working folder; the real environment has priority.
 * @throws {ConfigError} if the file can't be read
 */
export function loadEnvFile(): void {
  if (!statSync(FILE, { throwIfNoEntry: false })?.isFile()) return;
  try {
    process.loadEnvFile(FILE);
  } catch (error) {
    throw new ConfigError([`${FILE}: can't be read`], { cause: error });
  }
  // Node 20 joins a line without "=" with the next one, whose variable would then be missing.
  const broken = Object.keys(process.env).find((name) => name.includes('\n'));
  if (broken !== undefined) {
    throw new ConfigError([`${FILE}: the line before ${lastWord(broken)}= is not NAME=value`]);
  }
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf('\n') + 1).trim();
}
