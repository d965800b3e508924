import { Agent, type Dispatcher } from 'undici';
import type { AddressGuard } from '../../callbacks/delivery/address-guard';
import { CONNECT_TIMEOUT_MS, type CallbackProxy } from '../../callbacks/delivery/callback-proxy';
import { createGuardedConnect } from '../../callbacks/delivery/guarded-connect';
import { SECOND, type Clock } from '../../platform/clock';
import { createServiceAgent, type Proxies } from '../../platform/http/service-agent';
import type { KeyRing } from '../../platform/security/keys';
import { openModelKey } from '../../tenants/bot/bot-model';
import type { Tenant } from '../../tenants/tenant';
import {
  askModel,
  type AskOptions,
  type ModelAddress,
  type ModelAnswer,
  type ModelRequest,
} from './chat-client';

/** The model of a tenant: its own, or the relay's. */
export interface Model {
  /** @param options `isUnwanted`: the caller has ended it, which is no failure of the model's */
  ask(request: ModelRequest, options: AskOptions & { isUnwanted(): boolean }): Promise<ModelAnswer>;
}

export interface ModelCalls {
  /** Null: there is none, or it has failed and is left alone for a while. */
  modelOf(tenant: Pick<Tenant, 'tenantId' | 'bot'>): Model | null;
  close(): Promise<void>;
}

export interface ModelCallsOptions {
  /** Of the relay, set by who runs it; null: none. */
  relayModel: ModelAddress | null;
  /** For the relay's own model alone. */
  proxies: Proxies;
  guard: AddressGuard;
  /** For tenants' own models. */
  proxy: CallbackProxy | null;
  keys: KeyRing;
  clock: Clock;
}

const MAX_READ_BYTES = 4 * 1024 * 1024;
const MAX_FAILURES = 3;
const PAUSE_MS = 30 * SECOND;
/** Models whose failures are remembered. */
const MAX_KNOWN = 1_000;

interface Health {
  failures: number;
  /** Nothing is asked before; then one question tries it. */
  pausedUntil: number;
}

/** Never asks a second provider: while a model is down, the built-in bot answers. */
export function createModelCalls(options: ModelCallsOptions): ModelCalls {
  const { relayModel, proxies, guard, proxy, keys, clock } = options;
  const connect = createGuardedConnect({
    guard,
    proxy,
    timeoutMs: CONNECT_TIMEOUT_MS,
    maxReadBytes: MAX_READ_BYTES,
  });
  /** For addresses that tenants have chosen. */
  const guarded = new Agent({ connect });
  const own =
    relayModel &&
    createServiceAgent(relayModel.url, proxies, { connect: { timeout: CONNECT_TIMEOUT_MS } });
  const healthOf = new Map<string, Health>();

  function note(key: string, answer: ModelAnswer): void {
    const before = healthOf.get(key)?.failures ?? 0;
    healthOf.delete(key);
    if (answer.ok) return;
    const failures = before + 1;
    const isDown = failures >= MAX_FAILURES || answer.retryAfterMs !== null;
    const pausedUntil = isDown ? clock() + (answer.retryAfterMs ?? PAUSE_MS) : 0;
    healthOf.set(key, { failures, pausedUntil });
    const [oldest] = healthOf.keys();
    if (healthOf.size > MAX_KNOWN && oldest !== undefined) healthOf.delete(oldest);
  }

  function modelAt(key: string, dispatcher: Dispatcher, address: ModelAddress): Model | null {
    const health = healthOf.get(key);
    if (health && health.pausedUntil > clock()) return null;
    return {
      ask: async (request, given) => {
        const tried = healthOf.get(key);
        // The others wait for this one's result.
        if (tried && tried.failures >= MAX_FAILURES) tried.pausedUntil = clock() + PAUSE_MS;
        const answer = await askModel(dispatcher, address, request, given);
        if (!given.isUnwanted()) note(key, answer);
        return answer;
      },
    };
  }

  return {
    modelOf: ({ tenantId, bot: { model } }) => {
      if (model?.url && model.model) {
        if (!guard.checkUrl(model.url).ok) return null;
        const apiKey = openModelKey(keys, tenantId, model) ?? '';
        const address = { url: model.url, apiKey, model: model.model };
        return modelAt(`${tenantId} ${model.url} ${model.model}`, guarded, address);
      }
      return own && relayModel && modelAt('', own, relayModel);
    },
    close: async () => {
      await Promise.all([guarded.destroy(), own?.destroy()]);
    },
  };
}
