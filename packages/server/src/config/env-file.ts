import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error';
import { VARIABLES } from './variables';

const FILE = '.env';
/**
 * Reads settings from a `.env` file in the working folder; the real environment has priority.
 * @returns one line for each setting that is read differently than it looks
 * @throws {ConfigError} if the file can't be read
 */
export function loadEnvFile(): string[] {
  if (!statSync(FILE, { throwIfNoEntry: false })?.isFile()) return [];
  let text: string;
  try {
    text = readFileSync(FILE, 'utf8');
    process.loadEnvFile(FILE);
  } catch (error) {
    throw new ConfigError([`${FILE}: can't be read`], { cause: error });
  }
  // Node 20 joins a line without "=" with the next one, whose variable would then be missing.
  const broken = Object.keys(process.env).find((name) => name.includes('\n'));
  if (broken !== undefined) {
    throw new ConfigError([`${FILE}: the line before ${lastWord(broken)}= is not NAME=value`]);
  }
  return text.split('\n').flatMap((line) => {
    const name = cutSetting(line);
    return name === null ? [] : `${name}: in ${FILE}, put a value with a # in quotes`;
  });
}

/** The setting whose value has a # in a word, and no quotes: Node.js drops what follows. */
function cutSetting(line: string): string | null {
  const equals = line.indexOf('=');
  const [name, value] = [
    line.slice(0, equals).replace('export ', '').trim(),
    line.slice(equals + 1),
  ];
  const isCut = /^\s*[^'"`\s#]/.test(value) && /^[^#]*[^#\s]#/.test(value);
  return isCut && Object.hasOwn(VARIABLES, name) ? name : null;
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf('\n') + 1).trim();
}
