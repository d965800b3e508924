import { Agent, type Dispatcher } from 'undici';
import type { AddressGuard } from '../../callbacks/delivery/address-guard';
import { CONNECT_TIMEOUT_MS, type CallbackProxy } from '../../callbacks/delivery/callback-proxy';
import { createGuardedConnect } from '../../callbacks/delivery/guarded-connect';
import { SECOND, type Clock } from '../../platform/clock';
import { createServiceAgent, type Proxies } from '../../platform/http/service-agent';
import type { ProviderAddress } from './ask-provider';

interface Outcome {
  ok: boolean;
  retryAfterMs?: number | null;
}

/** A model at an address, which is left alone for a while when it has failed. */
export interface Provider {
  address: ProviderAddress;
  /** 0: it may be asked now. */
  pausedMs(): number;
  /** @param isUnwanted the caller has ended the call, which is no failure of the model's */
  call<Answer extends Outcome>(
    ask: (dispatcher: Dispatcher, address: ProviderAddress) => Promise<Answer>,
    isUnwanted?: () => boolean,
  ): Promise<Answer>;
}

export interface Providers {
  /**
   * @param own the tenant's address; null: the relay's
   * @returns null: there is none, or the tenant's may not be called
   */
  of(tenantId: string, own: ProviderAddress | null): Provider | null;
  close(): Promise<void>;
}

export interface ProvidersOptions {
  /** The relay's own model, from its settings; null: it has none. */
  relays: ProviderAddress | null;
  /** The proxies for calls to the relay's own model. */
  proxies: Proxies;
  guard: AddressGuard;
  /** The proxy for calls to tenants' own models. */
  proxy: CallbackProxy | null;
  clock: Clock;
}

const MAX_READ_BYTES = 4 * 1024 * 1024;
const MAX_FAILURES = 3;
const PAUSE_MS = 30 * SECOND;
/** Models whose failures are remembered. */
const MAX_KNOWN = 1_000;

interface Health {
  failures: number;
  /** No call is made before this time; then one question tries it. */
  pausedUntil: number;
}

/** Finds a tenant's provider. While one fails, no other takes its place. */
export function createProviders(options: ProvidersOptions): Providers {
  const { relays, proxies, guard, proxy, clock } = options;
  const connect = createGuardedConnect({
    guard,
    proxy,
    timeoutMs: CONNECT_TIMEOUT_MS,
    maxReadBytes: MAX_READ_BYTES,
  });
  /** Connects to addresses that tenants chose, and refuses private networks. */
  const guarded = new Agent({ connect });
  const direct =
    relays && createServiceAgent(relays.url, proxies, { connect: { timeout: CONNECT_TIMEOUT_MS } });
  const healthOf = new Map<string, Health>();

  function note(key: string, answer: Outcome): void {
    const before = healthOf.get(key)?.failures ?? 0;
    healthOf.delete(key);
    if (answer.ok) return;
    const failures = before + 1;
    const retryAfterMs = answer.retryAfterMs ?? null;
    const isDown = failures >= MAX_FAILURES || retryAfterMs !== null;
    const pausedUntil = isDown ? clock() + (retryAfterMs ?? PAUSE_MS) : 0;
    healthOf.set(key, { failures, pausedUntil });
    const [oldest] = healthOf.keys();
    if (healthOf.size > MAX_KNOWN && oldest !== undefined) healthOf.delete(oldest);
  }

  function providerAt(key: string, dispatcher: Dispatcher, address: ProviderAddress): Provider {
    return {
      address,
      pausedMs: () => Math.max(0, (healthOf.get(key)?.pausedUntil ?? 0) - clock()),
      call: async (ask, isUnwanted = () => false) => {
        const tried = healthOf.get(key);
        // Only this call tries the failed model: the pause of the others lasts until its result.
        if (tried && tried.failures >= MAX_FAILURES) tried.pausedUntil = clock() + PAUSE_MS;
        const answer = await ask(dispatcher, address);
        if (!isUnwanted()) note(key, answer);
        return answer;
      },
    };
  }

  return {
    of: (tenantId, own) => {
      if (own === null) return direct && relays && providerAt('', direct, relays);
      if (!guard.checkUrl(own.url).ok) return null;
      return providerAt(`${tenantId} ${own.url} ${own.model}`, guarded, own);
    },
    close: async () => {
      await Promise.all([guarded.destroy(), direct?.destroy()]);
    },
  };
}
