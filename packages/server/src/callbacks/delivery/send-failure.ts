import { ForbiddenAddressError } from './address-guard';
import { ProxyError } from './callback-proxy';

/** The reason why a callback got no response, for the delivery log. */
export type FailureReason =
  | 'timeout'
  | 'connect'
  | 'dns'
  | 'tls'
  | 'reset'
  | 'forbidden_address'
  | 'proxy_down'
  | 'proxy_refused'
  | 'protocol';

/** Classifies the errors of undici, node:net, node:tls and node:dns by their codes. */
export function failureReason(error: unknown): FailureReason {
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string };
  if (error instanceof ForbiddenAddressError || error instanceof ProxyError) return error.code;
  if (syscall === 'getaddrinfo') return 'dns';
  if (CONNECT.test(code)) return 'connect';
  if (RESET.test(code)) return 'reset';
  if (TLS.test(code)) return 'tls';
  return 'protocol';
}

const CONNECT =
  /^(UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL)$/;
const RESET = /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/;
/**
 * OpenSSL's own, node's, and the X509 error codes, https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
const TLS =
  /^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_|CRL_|UNABLE_TO_|(DEPTH_ZERO_)?SELF_SIGNED_|HOSTNAME_MISMATCH$|INVALID_)/;
