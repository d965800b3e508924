import { connect, type PeerCertificate } from 'node:tls';
import { readEnvelope } from '@chat-relay/desk/relay/envelope';
import { RelayUnreachableError } from '../relay/api';
import { describeForeign } from '../relay/foreign-answer';
import { probe, type Probe } from '../relay/probe';
import { acceptAnyCertificate, usesProxy } from '../relay/proxy';
import type { Check } from './diagnosis';

/** The steps on the way to a relay, as far as they succeeded. */
export interface Reach {
  checks: Check[];
  /** The response to a call without a login; null if nothing responds. */
  answer: Probe | null;
  /** True if other commands can use the relay: it responds, and its certificate is accepted. */
  isUsable: boolean;
}

/**
 * A route that needs a login: a relay refuses the call in its own envelope, even behind a proxy that hides the rest.
 */
const ANY_ROUTE = 'api/v1/console/fetch/account';

/**
 * Looks for a relay at the address. If the certificate is not accepted, that is reported, and certificates are not
 * checked any more in this process: send nothing secret after that.
 */
export async function reach(url: string): Promise<Reach> {
  const first = await attempt(url);
  if (!(first instanceof RelayUnreachableError)) {
    const { answer, check } = first;
    const tls = await certificateChecks(url);
    return { checks: [check, ...tls], answer, isUsable: check.isWell === true };
  }
  const failed = { name: 'reachable', isWell: false, message: first.message };
  if (first.failure?.kind !== 'certificate') {
    return { checks: [failed], answer: null, isUsable: false };
  }
  await acceptAnyCertificate(process.env);
  const tls = { name: 'tls', isWell: false, message: first.message };
  const second = await attempt(url);
  if (second instanceof RelayUnreachableError) {
    return { checks: [tls, failed], answer: null, isUsable: false };
  }
  const { answer, check } = second;
  const message = `${check.message}; its certificate is not checked from here on`;
  return { checks: [tls, { ...check, message }], answer, isUsable: false };
}

async function attempt(
  url: string,
): Promise<{ answer: Probe; check: Check } | RelayUnreachableError> {
  try {
    const answer = await probe(url, ANY_ROUTE);
    const isWell = readEnvelope(answer.text) !== null;
    const message = isWell ? `${url} answers in ${answer.tookMs} ms` : describeForeign(url, answer);
    return { answer, check: { name: 'reachable', isWell, message } };
  } catch (error) {
    if (error instanceof RelayUnreachableError) return error;
    throw error;
  }
}

const DAY_MS = 86_400_000;
/** In ms. Less time left is a failure: renewal is due a month, or a third of the certificate's time, before its end. */
const LATE_MS = 7 * DAY_MS;
const TIMEOUT_MS = 3_000;

/** Checks how long an accepted certificate is valid. Returns no check without TLS, or through a proxy. */
async function certificateChecks(url: string): Promise<Check[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:' || usesProxy(process.env)) return [];
  const seen = await certificateOf(hostname.replace(/^\[(.*)\]$/, '$1'), Number(port) || 443);
  const untilMs = Date.parse(seen?.valid_to ?? '');
  if (!seen || Number.isNaN(untilMs)) return [];
  const issuer = [seen.issuer.O ?? seen.issuer.CN ?? 'an unnamed authority'].flat()[0];
  const facts = `certificate by ${issuer}, until ${new Date(untilMs).toISOString().slice(0, 10)}`;
  const isWell = untilMs - Date.now() > LATE_MS;
  const advice = ': it ends soon; see why it was not renewed';
  return [{ name: 'tls', isWell, message: isWell ? facts : `${facts}${advice}` }];
}

function certificateOf(host: string, port: number): Promise<PeerCertificate | null> {
  return new Promise((resolve) => {
    const isName = /[a-z]/i.test(host) && !host.includes(':');
    const socket = connect({ host, port, ...(isName && { servername: host }) });
    const end = (certificate: PeerCertificate | null): void => {
      socket.destroy();
      resolve(certificate);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(null));
    socket.on('error', () => end(null));
    socket.on('secureConnect', () => end(socket.getPeerCertificate()));
  });
}
