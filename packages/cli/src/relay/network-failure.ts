import { sanitiseLine } from '../terminal/sanitise';

/** The reason why there was no HTTP response. */
export interface NetworkFailure {
  /** The code of Node, OpenSSL or undici, such as `ECONNREFUSED`; `timeout`, or empty if there is none. */
  code: string;
  kind: 'refused' | 'name' | 'certificate' | 'other';
  /** A clause without a full stop, such as `nothing listens there`. */
  reason: string;
  /** Advice without a capital letter and full stop; empty if there is none. */
  advice: string;
}

const SHOWN_CHARS = 200;

type Cause = Omit<NetworkFailure, 'code'>;
type Coded = Error & {
  code: string;
  address?: string;
  port?: number;
  hostname?: string;
  cert?: { subjectaltname?: string };
};

const CLOCK = 'compare the clock of this machine';
const EXTRA_CA = "set NODE_EXTRA_CA_CERTS to a PEM file with that authority's certificate";

const certificate = (reason: string, advice: string): Cause => ({
  kind: 'certificate',
  reason,
  advice,
});
const other = (reason: string, advice = ''): Cause => ({ kind: 'other', reason, advice });

const NO_TLS = other(
  'it does not speak TLS there',
  'use http:// or the port of the proxy that has the certificate',
);
const UNKNOWN_ISSUER = certificate(
  'its certificate is signed by an authority that this machine does not trust',
  EXTRA_CA,
);
const SLOW = other(
  'it does not answer in time',
  'it may be overloaded, or a firewall drops the calls',
);
const CLOSED = other(
  'the connection was closed without an answer',
  'if the port is one for TLS, use https://',
);
const NO_HTTP = other('what answers there does not speak HTTP', 'check the port');

/** Causes by code: https://nodejs.org/api/errors.html, https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CAUSES: Readonly<Record<string, Cause>> = {
  ECONNREFUSED: { kind: 'refused', reason: 'nothing listens there', advice: 'start it' },
  ENOTFOUND: { kind: 'name', reason: 'no such host', advice: 'check the name' },
  EAI_AGAIN: {
    kind: 'name',
    reason: 'the name server of this machine does not answer',
    advice: 'check the network and /etc/resolv.conf',
  },
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  ETIMEDOUT: SLOW,
  UND_ERR_CONNECT_TIMEOUT: SLOW,
  UND_ERR_HEADERS_TIMEOUT: SLOW,
  timeout: SLOW,
  cut: other('it was ended before the answer'),
  forbidden_address: other('callbacks may not be sent to this address'),
  EHOSTUNREACH: other('there is no way to that address', 'check the network'),
  ENETUNREACH: other('there is no way to that network', 'check the network'),
  EADDRNOTAVAIL: other('there is no way to that address', 'check the network'),
  CERT_HAS_EXPIRED: certificate('its certificate has expired', `renew it, and ${CLOCK}`),
  CERT_NOT_YET_VALID: certificate('its certificate is not valid yet', CLOCK),
  ERR_TLS_CERT_ALTNAME_INVALID: certificate(
    'its certificate is for another name',
    'use a name that the certificate has, or get one for this name',
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate(
    'its certificate is self-signed',
    'if it is the right one, set NODE_EXTRA_CA_CERTS to a PEM file with it',
  ),
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate(
    'its certificate is signed by an authority that this machine does not know',
    `have the server send its intermediate certificates, or ${EXTRA_CA}`,
  ),
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
};

/** Finds the cause of an error of fetch, undici or node:http. @param url the address that was called */
export function networkFailure(error: unknown, url: string): NetworkFailure {
  const coded = codedCause(error);
  if (coded === null) {
    const said = error instanceof Error ? sanitiseLine(messageOf(error)).slice(0, SHOWN_CHARS) : '';
    return { code: '', ...other(said || 'the connection failed', 'check the address') };
  }
  const known = CAUSES[coded.code] ?? familyOf(coded.code);
  const reason = `${known.reason}${detailOf(coded)}${elsewhere(coded, new URL(url))}`;
  return { code: coded.code, ...known, reason: sanitiseLine(reason) };
}

/** Returns the clause for a code that the relay reports about a tenant's receiver. */
export function reasonFor(code: string): string {
  const { reason } = CAUSES[code] ?? familyOf(code);
  return sanitiseLine(reason);
}

/** The message of an error, with advice for a relay. */
export function unreachable(url: string, { kind, reason, advice }: NetworkFailure): string {
  if (kind === 'refused') {
    const where = reason.slice(CAUSES['ECONNREFUSED']!.reason.length);
    return `Nothing listens at ${url}${where}: start the relay, or give --url.`;
  }
  return `${url} can't be reached: ${reason}${advice && `; ${advice}`}.`;
}

function familyOf(code: string): Cause {
  if (code.startsWith('HPE_')) return NO_HTTP;
  if (code.startsWith('ERR_SSL_')) return other(`TLS fails (${code})`, 'check the TLS settings');
  if (code.startsWith('CERT_')) {
    return certificate(`its certificate is not accepted (${code})`, EXTRA_CA);
  }
  return other(`the connection failed (${code})`, 'check the network');
}

function detailOf({ cert }: Coded): string {
  const names = cert?.subjectaltname?.replaceAll('DNS:', '').slice(0, 200);
  return names ? `, ${names}` : '';
}

/** Names the address that failed, if the URL does not show it: the one of a name, or of a proxy. */
function elsewhere({ code, address, port, hostname }: Coded, url: URL): string {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (hostname !== undefined && hostname !== host) return ` (the proxy ${hostname})`;
  if (address === undefined || code.startsWith('ERR_TLS')) return '';
  const usual = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (address === host && port === usual) return '';
  const isProxy = port !== undefined && port !== usual;
  return ` (${isProxy ? 'the proxy ' : ''}${address}, port ${port ?? usual})`;
}

function messageOf(error: Error): string {
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
}

/** Finds the first error with a code: fetch wraps it, and a name with several addresses has a list of errors. */
function codedCause(error: unknown): Coded | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError') return Object.assign(new Error(), { code: 'timeout' });
  const inside = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  const deeper = inside.map(codedCause).find((found) => found !== null);
  if (deeper) return deeper;
  return 'code' in error && typeof error.code === 'string' ? (error as Coded) : null;
}
