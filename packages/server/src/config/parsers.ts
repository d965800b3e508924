import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { parseAttachmentsAddress } from './attachments-address';
import { normalizeEmail } from '../platform/mail/email-address';
import { parseMasterKeys, type KeyRing } from '../platform/security/keys';
import { databaseTls, isNamed } from '../platform/storage/mysql/tls';

/** The problem continues the line that begins with the variable's name. */
export type Parsed<T> = { value: T } | { problem: string };
export type Parser<T> = (given: string) => Parsed<T>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const text: Parser<string> = (given) => ({ value: given });

export const folder: Parser<string> = (given) => ({ value: resolve(given) });

export function wholeNumber(min: number, max: number): Parser<number> {
  return (given) => {
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= min && value <= max) return { value };
    return { problem: `must be a whole number from ${min} to ${max}, not ${quoted(given)}` };
  };
}

export function oneOf<T extends string>(...allowed: readonly T[]): Parser<T> {
  return (given) => {
    const value = allowed.find((each) => each === given);
    if (value !== undefined) return { value };
    return { problem: `must be one of ${allowed.join(', ')}, not ${quoted(given)}` };
  };
}

export function url(...protocols: string[]): Parser<string> {
  return (given) => {
    const isRight = URL.canParse(given) && protocols.includes(new URL(given).protocol);
    if (isRight) return { value: given };
    return { problem: `must be an address that starts with ${protocols.join('// or ')}//` };
  };
}

/** An address to which paths are appended. */
export const baseUrl: Parser<string> = (given) => {
  const parsed = url('http:', 'https:')(given);
  if ('problem' in parsed) return parsed;
  const { username, password, search, hash } = new URL(given);
  if (`${username}${password}${search}${hash}` !== '') {
    return { problem: 'must have no user, query or fragment' };
  }
  return { value: given.replace(/(?<!\/)\/+$/, '') };
};

export const host: Parser<string> = (given) =>
  /^[\w.:-]+$/.test(given) && URL.canParse(`http://${hostInUrl(given)}`)
    ? { value: given }
    : { problem: `${quoted(given)} is neither an address nor a name` };

export function hostInUrl(name: string): string {
  return name.includes(':') ? `[${name}]` : name;
}

export const databaseUrl: Parser<string> = (given) => {
  if (/^sqlite:.+/.test(given)) return { value: given };
  const problem = 'must be sqlite:<path> or mysql://user:pass@host:port/database';
  if (!URL.canParse(given)) return { problem };
  const url = new URL(given);
  const { protocol, hostname, pathname } = url;
  if (protocol !== 'mysql:' || hostname === '' || pathname.length <= 1) return { problem };
  const tls = databaseTls(url);
  if (tls === null) return { problem: 'must say ?tls=verify or ?tls=off, or neither' };
  if (tls === 'verify' && !isNamed(url)) {
    return {
      problem:
        'must have a name for its host: a certificate is checked against one (or add ?tls=off)',
    };
  }
  return { value: given };
};

export const attachmentsUrl: Parser<string> = (given) => {
  const parsed = parseAttachmentsAddress(given);
  return 'problem' in parsed ? parsed : { value: given };
};

/** The path of a file that begins with a certificate. */
export const certificates: Parser<string> = (given) => {
  try {
    new X509Certificate(readFileSync(given));
    return { value: resolve(given) };
  } catch {
    return { problem: `${given} is not a readable file of certificates (PEM)` };
  }
};

export const masterKeys: Parser<KeyRing> = (given) => {
  const { keys, problem } = parseMasterKeys(given);
  return problem === null ? { value: keys } : { problem };
};

export function atLeast(characters: number): Parser<string> {
  return (given) =>
    given.length >= characters
      ? { value: given }
      : { problem: `must have at least ${characters} characters` };
}

export function bytes(min: number, max = Infinity): Parser<string> {
  return (given) => {
    const length = Buffer.byteLength(given);
    if (length >= min && length <= max) return { value: given };
    return {
      problem: `must have ${max === Infinity ? `at least ${min}` : `${min} to ${max}`} bytes`,
    };
  };
}

export const uuid: Parser<string> = (given) =>
  UUID.test(given) ? { value: given } : { problem: 'must be a UUID in lower case' };

/** In its stored form: any other form would name an account that can't sign in. */
export const emailAddress: Parser<string> = (given) => {
  const value = normalizeEmail(given);
  return value === null ? { problem: 'is not an e-mail address' } : { value };
};

export const sender: Parser<string> = (given) => {
  const address = /<([^<>]*)>$/.exec(given)?.[1] ?? given;
  if (normalizeEmail(address) !== null) return { value: given };
  return { problem: 'must be an address, or a name and an <address>' };
};

/** Separated by commas; `item` returns null for a wrong one. */
function listOf(what: string, item: (given: string) => string | null): Parser<string[]> {
  return (given) => {
    const items = given
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
    const wrong = items.filter((each) => item(each) === null);
    if (wrong.length === 0) return { value: items.flatMap((each) => item(each) ?? []) };
    return { problem: `must be ${what}, not ${wrong.map(quoted).join(', ')}` };
  };
}

export const emailAddresses = listOf('e-mail addresses', normalizeEmail);

export const ranges = listOf('ranges such as 10.0.0.0/8', (given) =>
  ipaddr.isValidCIDR(given) ? given : null,
);

export const origins = listOf('origins such as https://console.example.com', (given) => {
  const origin = URL.canParse(given) ? new URL(given).origin : null;
  return origin === given.replace(/\/$/, '') ? origin : null;
});

/** Quoted on one line, whatever the value is. */
function quoted(given: string): string {
  return JSON.stringify(given);
}
