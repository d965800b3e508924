import { EXIT, ExitError } from '../errors';
import { relayAddress } from './relay-address';

type Check = (value: string) => string | null;

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Invisible characters that are often copied with text from a page or a mail. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

const typed: Check = (value) => {
  if (CONTROL.test(value)) return 'has a line break or another control character: remove it';
  return UNSEEN.test(value) ? 'has an invisible character: type it instead of copying it' : null;
};

const unquoted: Check = (value) =>
  /^(["'`]).*\1$/s.test(value)
    ? 'has quotes around it, which belong to the value: remove them'
    : typed(value);

const inHeader: Check = (value) =>
  unquoted(value) ??
  (/^[\x21-\x7e]+$/.test(value) ? null : 'has a blank or a character that is not ASCII');

const proxy: Check = (value) => {
  const isRight = URL.canParse(value) && /^https?:\/\/[^/?#]+\/?$/i.test(value);
  return unquoted(value) ?? (isRight ? null : 'must be an address like http://proxy.example:3128');
};

/** Checks of relayctl's settings. A check returns what is wrong with a value, and never the value. */
const CHECKS: Record<string, Check> = {
  RELAY_URL: (value) => {
    const problem = unquoted(value);
    if (problem !== null) return problem;
    const parsed = relayAddress(value);
    return 'problem' in parsed ? parsed.problem : null;
  },
  HTTPS_PROXY: proxy,
  HTTP_PROXY: proxy,
  RELAY_TOKEN: inHeader,
  RELAY_ADMIN_KEY: inHeader,
  RELAY_INVITE_TOKEN: inHeader,
  TENANT_SECRET: unquoted,
  OLD_TENANT_SECRET: unquoted,
  RELAY_LOCAL_SECRET: unquoted,
  RELAY_OTP: unquoted,
  RELAY_PASSWORD: typed,
};

/** @throws {ExitError} 2 with a line for each setting that can't work */
export function assertUsable(env: NodeJS.ProcessEnv): void {
  const problems = Object.entries(CHECKS).flatMap(([name, check]) => {
    const problem = env[name] ? check(env[name]) : null;
    return problem === null ? [] : `${name}: ${problem}`;
  });
  if (problems.length > 0) throw new ExitError(EXIT.usage, problems.join('\n'));
}
