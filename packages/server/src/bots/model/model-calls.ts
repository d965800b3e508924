import type { KeyRing } from '../../platform/security/keys';
import { openKey } from '../../tenants/bot/bot-model';
import type { Tenant } from '../../tenants/tenant';
import { askModel, type AskOptions, type ModelAnswer, type ModelRequest } from './chat-client';
import { createProviders, type ProvidersOptions } from '../providers/providers';

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

/** Never asks a second provider: while a model is down, the built-in bot answers. */
export function createModelCalls({
  keys,
  ...options
}: ProvidersOptions & { keys: KeyRing }): ModelCalls {
  const providers = createProviders(options);
  return {
    modelOf: ({ tenantId, bot: { model } }) => {
      const own = model?.url && model.model ? { url: model.url, model: model.model } : null;
      const apiKey = (own && model && openKey({ keys, tenantId }, 'model', model)) ?? '';
      const provider = providers.of(tenantId, own && { ...own, apiKey });
      if (!provider || provider.pausedMs() > 0) return null;
      return {
        ask: (request, given) =>
          provider.call(
            (dispatcher, address) => askModel(dispatcher, address, request, given),
            given.isUnwanted,
          ),
      };
    },
    close: providers.close,
  };
}
