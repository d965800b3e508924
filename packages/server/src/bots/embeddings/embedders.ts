import { createHash } from 'node:crypto';
import type { Counter } from 'prom-client';
import type { Logger } from '../../platform/log';
import type { KeyRing } from '../../platform/security/keys';
import { openKey } from '../../tenants/bot/bot-model';
import type { Tenant } from '../../tenants/tenant';
import { createProviders, type Provider, type ProvidersOptions } from '../providers/providers';
import type { TokenBudget } from '../providers/token-budget';
import { PARTS_VERSION } from './embedded-parts';
import { askEmbeddings, type Embedded } from './embeddings-client';

type Owner = Pick<Tenant, 'tenantId' | 'bot'>;
export type Purpose = 'question' | 'passages';

/** Why there are no vectors. `retryAfterMs` is null if nothing tells when to try again. */
export interface NotEmbedded {
  ok: false;
  why: 'timeout' | 'unreachable' | 'refused' | 'broken' | 'paused' | 'no_tokens';
  retryAfterMs: number | null;
}

/** The embedding model of a tenant: its own, or the relay's. */
export interface Embedder {
  /** Vectors of different keys can't be compared. */
  key: string;
  /** Never rejects, and counts what it uses in the tenant's `daily_tokens`. */
  embed(
    texts: readonly string[],
    options: { purpose: Purpose; signal: AbortSignal },
  ): Promise<Exclude<Embedded, { ok: false }> | NotEmbedded>;
}

export interface Embedders {
  /** Null: the tenant has no embedding model. */
  of(tenant: Owner): Embedder | null;
  close(): Promise<void>;
}

export type Requests = Pick<Counter<'purpose' | 'outcome'>, 'inc'>;

export interface EmbeddersOptions extends ProvidersOptions {
  keys: KeyRing;
  tokens: TokenBudget;
  log: Logger;
  requests: Requests;
}

const CHARS_PER_TOKEN = 3;
/** The part of a day's tokens that passages may use; the rest is for visitors' questions. */
const SHARE_OF_PASSAGES = 0.5;

export function createEmbedders({
  keys,
  tokens,
  log,
  requests,
  ...options
}: EmbeddersOptions): Embedders {
  const providers = createProviders(options);

  /** The relay's own model serves only tenants with a model bot: no other tenant agreed to send texts out. */
  const providerOf = ({ tenantId, bot }: Owner): Provider | null => {
    const { embeddings, kind } = bot;
    if (!embeddings) return kind === 'model' ? providers.of(tenantId, null) : null;
    const apiKey = openKey({ keys, tenantId }, 'embeddings', embeddings) ?? '';
    return providers.of(tenantId, { url: embeddings.url, model: embeddings.model, apiKey });
  };

  return {
    of: (tenant) => {
      const provider = providerOf(tenant);
      return (
        provider && {
          key: keyOf(provider),
          embed: async (texts, { purpose, signal }) => {
            const result = await embed(tenant, provider, texts, { purpose, signal });
            const outcome = result.ok ? 'ok' : result.why;
            requests.inc({ purpose, outcome });
            const fields = { tenant_id: tenant.tenantId, purpose, reason: outcome };
            if (outcome === 'no_tokens') {
              const event = 'bot.tokens_used_up' as const;
              log.info({ event, ...fields }, 'the embedding model has no tokens left today');
            } else if (outcome !== 'ok' && outcome !== 'paused') {
              const event = 'bot.embeddings_failed' as const;
              log.warn({ event, ...fields }, 'passages are found by their words alone');
            }
            return result;
          },
        }
      );
    },
    close: providers.close,
  };

  async function embed(
    tenant: Owner,
    provider: Provider,
    texts: readonly string[],
    { purpose, signal }: { purpose: Purpose; signal: AbortSignal },
  ): ReturnType<Embedder['embed']> {
    const pausedMs = provider.pausedMs();
    if (pausedMs > 0) return { ok: false, why: 'paused', retryAfterMs: pausedMs };
    const wanted = texts.reduce((sum, text) => sum + Math.ceil(text.length / CHARS_PER_TOKEN), 0);
    try {
      const share = purpose === 'passages' ? SHARE_OF_PASSAGES : 1;
      if (!(await tokens.reserve(tenant, wanted, share))) {
        return { ok: false, why: 'no_tokens', retryAfterMs: null };
      }
      const result = await provider.call((dispatcher, address) =>
        askEmbeddings(dispatcher, address, texts, signal),
      );
      const used = result.ok ? (result.tokens ?? wanted) : 0;
      if (used !== wanted) await tokens.settle(tenant, wanted, used);
      return result;
    } catch {
      return { ok: false, why: 'unreachable', retryAfterMs: null }; // the storage: it is counted there
    }
  }
}

function keyOf({ address: { url, model } }: Provider): string {
  return createHash('sha256').update(`${PARTS_VERSION}\n${url}\n${model}`).digest('hex');
}
