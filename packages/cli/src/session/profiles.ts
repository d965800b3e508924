import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { EXIT, ExitError } from '../errors';

/** A saved login. `expires_at` is ISO 8601 UTC. */
export interface Profile {
  url: string;
  email: string;
  token: string;
  expires_at: string;
}

/** The profile that is used without `--profile`. */
export const DEFAULT_PROFILE = 'default';

/**
 * Returns the path of the profiles: `$XDG_CONFIG_HOME/chat-relay/profiles.json`, by default below `~/.config`. A
 * relative XDG_CONFIG_HOME is ignored, as the XDG specification demands.
 */
function profilesFile(env: NodeJS.ProcessEnv = process.env): string {
  const configured = env['XDG_CONFIG_HOME'] ?? '';
  const folder = isAbsolute(configured) ? configured : join(homedir(), '.config');
  return join(folder, 'chat-relay', 'profiles.json');
}

/** Reads the profile with that name, or null. @throws {ExitError} 1 if the file can't be read */
export function readProfile(name: string, file: string = profilesFile()): Profile | null {
  const profiles = readAll(file);
  return Object.hasOwn(profiles, name) ? (profiles[name] ?? null) : null;
}

/** Stores the profile under that name; null deletes it. */
export function writeProfile(
  name: string,
  profile: Profile | null,
  file: string = profilesFile(),
): void {
  const others = Object.entries(readAll(file)).filter(([known]) => known !== name);
  const profiles = Object.fromEntries(profile ? [...others, [name, profile]] : others);
  // Written to a second file that is then renamed: after a crash there is the old file or the new one, and never a file
  // that others may read.
  const aside = `${file}.${process.pid}`;
  inFolderOf(file, () => {
    writeFileSync(aside, `${JSON.stringify({ version: 1, profiles }, null, 2)}\n`, {
      mode: 0o600,
    });
    chmodSync(aside, 0o600);
    renameSync(aside, file);
  });
}

/**
 * Checks that a profile can be stored. Call it before signing in, because a login that can't be stored is lost.
 * @throws {ExitError} 1 if no profile can be stored
 */
export function assertProfilesWritable(file: string = profilesFile()): void {
  inFolderOf(file, () => accessSync(dirname(file), constants.W_OK));
}

/** Makes the folder and does `work` there. @throws {ExitError} 1 with the folder's name if this fails */
function inFolderOf(file: string, work: () => void): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    work();
  } catch (error) {
    const message = `${dirname(file)} can't be written: check its owner and mode, or set XDG_CONFIG_HOME to another folder.`;
    throw new ExitError(EXIT.failed, message, { cause: error });
  }
}

function readAll(file: string): Record<string, Profile> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return {};
    throw new ExitError(EXIT.failed, `${file} can't be read: check its owner and mode`, {
      cause: error,
    });
  }
  const profiles = parse(text)?.profiles;
  if (isRecord(profiles) && Object.values(profiles).every(isProfile)) {
    return profiles as Record<string, Profile>;
  }
  throw new ExitError(EXIT.failed, `${file} is damaged. Remove it and run relayctl login`);
}

/** True if the file does not exist, also because a part of its path is no folder. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

function parse(text: string): { profiles?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isProfile(value: unknown): value is Profile {
  const fields = ['url', 'email', 'token', 'expires_at'];
  return isRecord(value) && fields.every((field) => typeof value[field] === 'string');
}
