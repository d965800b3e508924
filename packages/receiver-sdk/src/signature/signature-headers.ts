import { SIGNATURE_HEADERS } from './signature-recipe';
import { VerificationError } from './verification-error';

/** The headers of any server: node's object, a web `Headers`, a `Map`, or anything with a case-insensitive `get`. */
export type HeadersInput =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { forEach(visit: (value: string, name: string) => void): void }
  | { get(name: string): string | null | undefined };

export interface ReadHeaders {
  timestamp: string;
  signature: string;
  tenantId: string;
}

type Role = keyof typeof SIGNATURE_HEADERS;
type Found = Partial<Record<Role, unknown>>;

const ROLES = Object.keys(SIGNATURE_HEADERS) as readonly Role[];

/** Roles by header name, in the two usual spellings; other spellings cost a `toLowerCase`. */
const ROLE_OF = new Map<string, Role>(
  ROLES.flatMap((role) => [
    [SIGNATURE_HEADERS[role].toLowerCase(), role],
    [SIGNATURE_HEADERS[role], role],
  ]),
);

const NAME_LENGTHS = new Set(Object.values(SIGNATURE_HEADERS).map((name) => name.length));

/** The format of each header. A header that was sent twice matches none: it is an array or joined by ", ". */
const FORMATS: Record<Role, RegExp> = {
  timestamp: /^\d{13}$/,
  signature: /^[0-9a-f]{64}$/,
  // Lower case only: a second spelling of one tenant would be a second key in the replay store.
  tenant: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};

/** @throws VerificationError `header_missing`, `header_malformed` */
export function readSignatureHeaders(headers: HeadersInput): ReadHeaders {
  const found = collect(headers);
  for (const role of ROLES) {
    if (found[role] !== undefined) continue;
    throw new VerificationError('header_missing', `${SIGNATURE_HEADERS[role]} is missing`);
  }
  return {
    timestamp: wellFormed('timestamp', found.timestamp),
    signature: wellFormed('signature', found.signature),
    tenantId: wellFormed('tenant', found.tenant),
  };
}

function wellFormed(role: Role, value: unknown): string {
  if (typeof value === 'string' && FORMATS[role].test(value)) return value;
  throw new VerificationError(
    'header_malformed',
    `${SIGNATURE_HEADERS[role]} is malformed or there more than once`,
  );
}

function collect(headers: HeadersInput): Found {
  const found: Found = {};
  if (hasMethod(headers, 'forEach')) {
    headers.forEach((value, name) => keep(found, name, value));
  } else if (hasMethod(headers, 'get')) {
    for (const role of ROLES)
      keep(found, SIGNATURE_HEADERS[role], headers.get(SIGNATURE_HEADERS[role]));
  } else {
    for (const name of Object.keys(headers)) keep(found, name, headers[name]);
  }
  return found;
}

function keep(found: Found, name: string, value: unknown): void {
  if (!NAME_LENGTHS.has(name.length) || value === undefined || value === null) return;
  const role = ROLE_OF.get(name) ?? ROLE_OF.get(name.toLowerCase());
  if (!role) return;
  found[role] = found[role] === undefined ? value : [found[role], value];
}

function hasMethod<N extends 'forEach' | 'get'>(
  headers: HeadersInput,
  name: N,
): headers is Extract<HeadersInput, Record<N, (...args: never[]) => unknown>> {
  return typeof (headers as Record<string, unknown>)[name] === 'function';
}
