import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { publicUrl } from './addresses';
import { folderProblem } from './folders';
import { isHost } from './hosts';
import type { Parser } from '../platform/settings/variable';
import { isReadable, MAX_NAME_CHARS } from '../platform/readable';
import { normalizeEmail } from '../platform/mail/email-address';
import { parseMasterKeys, type KeyRing } from '../platform/security/keys';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const text: Parser<string> = (given) => ({ value: given });

/** The name of a person, in the form that registration takes. */
export const displayName: Parser<string> = (given) =>
  given.length <= MAX_NAME_CHARS && isReadable(given)
    ? { value: given }
    : { problem: `must be a readable name of at most ${MAX_NAME_CHARS} characters` };

export const folder: Parser<string> = (given) => {
  const problem = folderProblem(given);
  return problem === null ? { value: resolve(given) } : { problem };
};

export function oneOf<T extends string>(...allowed: readonly T[]): Parser<T> {
  return (given) => {
    const value = allowed.find((each) => each === given);
    if (value !== undefined) return { value };
    return { problem: `must be one of ${allowed.join(', ')}, not ${quoted(given)}` };
  };
}

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

/** A secret that is sent in a header of HTTP. */
export function headerText(min: number, max: number): Parser<string> {
  return (given) => {
    if (given.length < min) return { problem: `must have at least ${min} characters` };
    if (given.length > max) return { problem: `must have at most ${max} characters` };
    if (/^[\x20-\x7e]+$/.test(given)) return { value: given };
    return { problem: 'must have ASCII characters alone: it is sent in a header of HTTP' };
  };
}

/** The id of an S3 key. It may not have `/`, `,` and `=`, which separate the parts of the signature's header. */
export const accessKeyId: Parser<string> = (given) =>
  /^[\x21-\x7e]{1,128}$/.test(given) && !/[/,=]/.test(given)
    ? { value: given }
    : { problem: 'must be 1 to 128 ASCII characters without a blank, comma, slash or equals sign' };

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

/** An e-mail address in its stored form: an account with any other form could not sign in. */
export const emailAddress: Parser<string> = (given) => {
  const value = normalizeEmail(given);
  return value === null ? { problem: 'is not an e-mail address' } : { value };
};

/** A name in quotes, or one without the characters that separate addresses (RFC 5322, 3.2.3). */
const NAMED_ADDRESS = /^(?:"(?:[^"\\]|\\.)*"|[^"(),:;<>@[\\\]]*) ?<([^<>]*)>$/;

export const sender: Parser<string> = (given) => {
  const address = NAMED_ADDRESS.exec(given)?.[1] ?? given;
  if (normalizeEmail(address) !== null) return { value: given };
  return {
    problem:
      'must be one address, or a name and an <address>, such as "Relay, Inc." <relay@example.com>',
  };
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

export const hostList: Parser<string> = (given) => {
  const wrong = given
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== '*' && !isHostAndPort(each));
  if (wrong.length === 0) return { value: given };
  return { problem: `must be hosts such as .corp.example, not ${wrong.map(quoted).join(', ')}` };
};

function isHostAndPort(given: string): boolean {
  const host = given.replace(/^\*?\./, '').replace(/:\d+$/, '');
  return isHost(host) || isHost(given.replace(/^\[(.*)\]$/, '$1'));
}

export const ranges = listOf('ranges such as 10.0.0.0/8', (given) =>
  ipaddr.isValidCIDR(given) ? given : null,
);

export const origins = listOf('origins such as https://console.example.com', (given) => {
  const parsed = publicUrl(given);
  return 'value' in parsed && parsed.value === given.replace(/\/$/, '') ? parsed.value : null;
});

/** Quoted on one line, whatever the value is. */
function quoted(given: string): string {
  return JSON.stringify(given);
}
