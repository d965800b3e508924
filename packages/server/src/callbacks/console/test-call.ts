import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { TLSSocket, type PeerCertificate } from 'node:tls';
import { iso, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { AddressGuard } from '../delivery/address-guard';
import { CONNECT_TIMEOUT_MS, type CallbackProxy } from '../delivery/callback-proxy';
import { addressesOf, createGuardedConnect } from '../delivery/guarded-connect';
import { printable, recordOf } from '../delivery/attempt-log';
import { callbackHeaders } from '../delivery/callback-headers';
import { callbackUrl, type CallbackTarget } from '../delivery/delivery';
import type { Sender } from '../delivery/sender';
import type { CallbackTest, TestedTls } from './wire';

export interface TestCallOptions {
  guard: AddressGuard;
  proxy: CallbackProxy | null;
  sender: Pick<Sender, 'post'>;
  targetOf(tenantId: string): Promise<CallbackTarget | null>;
  activeSecret(tenantId: string): Promise<string>;
  clock: Clock;
}

/** The test event. Receivers don't know it: they must acknowledge it, and handle nothing. */
const TEST_EVENT = 'test';
const MAX_READ_BYTES = 64 * 1024;
/** In ms. Delays the result that a name does not resolve: the duration of the look-up would reveal the reason. */
const LEADS_NOWHERE_AFTER_MS = 300;

/**
 * Sends a signed event through the path of every callback, and reports what happened on the way.
 * @throws {AppError} not_found, state_conflict when there is no address
 */
export function createTestCall(options: TestCallOptions) {
  const { guard, proxy, sender, targetOf, activeSecret, clock } = options;
  const connect = createGuardedConnect({
    guard,
    proxy,
    timeoutMs: CONNECT_TIMEOUT_MS,
    maxReadBytes: MAX_READ_BYTES,
  });

  return async (tenantId: string): Promise<CallbackTest> => {
    const target = await targetOf(tenantId);
    if (!target) throw new AppError('not_found');
    if (target.callbackUrlBase === null) {
      throw new AppError('state_conflict', { message: 'This tenant has no callback_url_base.' });
    }
    const url = callbackUrl(target.callbackUrlBase, TEST_EVENT);
    const { hostname, protocol, port } = new URL(url);
    const nowhereAt = wait(LEADS_NOWHERE_AFTER_MS);
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = await look(host);
    const dns = { host, addresses: addresses ?? [], error: null };
    const nowhere = { url, dns: { ...dns, error: 'ENOTFOUND' }, ...LEADS_NOWHERE };
    if (!addresses) {
      await nowhereAt;
      return nowhere;
    }
    const isReachable = guard.checkUrl(url).ok;
    const tls = protocol === 'https:' && isReachable ? await handshake(host, port) : null;

    const body = Buffer.from(JSON.stringify(testEvent(tenantId)));
    const secret = await activeSecret(tenantId);
    const timestampMs = clock();
    const headers = callbackHeaders({ tenantId, secret, timestampMs, body });
    const attempt = await sender.post({ url, headers, body });
    const { status, outcome, durationMs, answer, clockSkewMs } = recordOf(
      attempt,
      timestampMs,
      clock(),
    );
    // The proxy's reason would show which names its network has.
    if (addresses.length === 0 && outcome === 'proxy_refused') {
      await nowhereAt;
      return nowhere;
    }
    const isDelivered = status !== null && status >= 200 && status < 300;
    return {
      url,
      dns,
      tls,
      delivered: isDelivered,
      acknowledged: isDelivered && isAcknowledgement(answer),
      status,
      outcome,
      duration_ms: durationMs,
      answer,
      clock_skew_ms: clockSkewMs,
    };
  };

  function testEvent(tenantId: string) {
    return {
      event_id: newId(),
      event: TEST_EVENT,
      schema_version: '1',
      occurred_at: iso(clock()),
      sequence: 0,
      tenant_id: tenantId,
      conversation_id: null,
      visitor_session_id: null,
      user_id: null,
    };
  }

  /** Looks a name up: null if it leads nowhere, empty if only the proxy may know it. */
  async function look(host: string): Promise<string[] | null> {
    if (isIP(host) !== 0) return [host];
    try {
      return (await addressesOf(guard, host, null)) ?? (proxy ? [] : null);
    } catch {
      return null;
    }
  }

  /** Makes a TLS handshake on a new connection, which the guard checks like any other. */
  function handshake(hostname: string, port: string): Promise<TestedTls> {
    return new Promise((resolve) => {
      connect({ hostname, host: hostname, protocol: 'https:', port }, (error, socket) => {
        if (socket instanceof TLSSocket) {
          resolve({
            protocol: socket.getProtocol(),
            ...certificateView(socket.getPeerCertificate()),
          });
        } else {
          resolve({ protocol: null, issuer: null, valid_to: null, error: tlsError(error) });
        }
        socket?.destroy();
      });
    });
  }
}

function tlsError(error: NodeJS.ErrnoException | null): string | null {
  if (error?.code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  return error?.code ?? error?.message ?? null;
}

/**
 * The result for a name that doesn't exist, and for one with a forbidden address: otherwise a tenant's admin could
 * list the names of the relay's own network.
 */
const LEADS_NOWHERE = {
  tls: null,
  delivered: false,
  acknowledged: false,
  status: null,
  outcome: 'dns',
  duration_ms: 0,
  answer: 'the name has no address that callbacks may be sent to',
  clock_skew_ms: null,
};

function certificateView({ issuer, valid_to }: PeerCertificate): Omit<TestedTls, 'protocol'> {
  const name = [issuer?.O ?? issuer?.CN].flat()[0];
  const until = Date.parse(valid_to);
  return {
    issuer: name === undefined ? null : printable(name),
    valid_to: Number.isNaN(until) ? null : iso(until),
    error: null,
  };
}

function isAcknowledgement(answer: string): boolean {
  try {
    return (JSON.parse(answer) as { received?: unknown } | null)?.received === true;
  } catch {
    return false;
  }
}

export type TestCall = ReturnType<typeof createTestCall>;
