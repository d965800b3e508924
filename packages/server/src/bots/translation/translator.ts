import { DAY, HOUR, SECOND, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import { createTurns } from '../../platform/turns';
import type { Tenant } from '../../tenants/tenant';
import type { ModelAnswer } from '../model/chat-client';
import type { ModelCalls } from '../model/model-calls';
import { tokensFor } from '../model/prompt';
import type { TokenBudget } from '../providers/token-budget';
import { readTranslation, translationRequest, type Translation } from './prompt';

/**
 * Asks a tenant's model once for a translation.
 * @param locale of the translation
 * @throws {AppError} rate_limited when the tokens of the day are used up, overloaded when the model does not answer;
 * `reason` says why
 */
export type Translate = (
  tenant: Pick<Tenant, 'tenantId' | 'bot'>,
  text: string,
  locale: string,
) => Promise<Translation>;

export interface TranslatorOptions {
  calls: Pick<ModelCalls, 'modelOf'>;
  tokens: TokenBudget;
  clock: Clock;
  log: Logger;
  /** The longest time for the model's whole answer. */
  timeoutMs: number;
}

const MAX_AT_ONCE = 16;
const MAX_WAITING = 64;
const RETRY_AFTER_S = 30;

type Failure = 'down' | 'too_long' | Extract<ModelAnswer, { ok: false }>['why'];

const FAILURES: Record<Failure, string> = {
  down: 'The model is not reachable for now.',
  timeout: 'The model took too long.',
  unreachable: 'The model could not be reached.',
  refused: 'The model refused the request.',
  broken: 'The model sent no whole answer.',
  too_long: 'The model sent nothing, or more than a translation.',
};

export function createTranslator(options: TranslatorOptions): Translate {
  const { calls, tokens, clock, log, timeoutMs } = options;
  const turns = createTurns(MAX_AT_ONCE, MAX_WAITING);

  return async (tenant, text, locale) => {
    const failed = (reason: Failure): AppError => {
      const fields = { tenant_id: tenant.tenantId, reason };
      log.warn({ event: 'bot.translation_failed', ...fields }, 'the model did not translate');
      const message = FAILURES[reason];
      return new AppError('overloaded', { message, data: { reason }, retryAfterS: RETRY_AFTER_S });
    };
    return turns(async () => {
      const model = calls.modelOf(tenant);
      if (!model) throw failed('down');
      const request = translationRequest(text, locale);
      const reserved = tokensFor(request);
      if (!(await tokens.reserve(tenant, reserved))) throw usedUp(clock());
      const answer = await model.ask(request, {
        signal: AbortSignal.timeout(timeoutMs),
        isUnwanted: () => false,
        onText: () => true,
      });
      const asked = tokensFor({ ...request, maxTokens: 0 });
      // A failed call counts the tokens that the model has probably read.
      await tokens.settle(tenant, reserved, answer.ok ? (answer.tokens ?? reserved) : asked);
      if (!answer.ok) throw failed(answer.why);
      const translation = readTranslation(answer.text);
      if (!translation) throw failed('too_long');
      return translation;
    });
  };
}

function usedUp(now: number): AppError {
  const untilMidnight = DAY - (now % DAY);
  return new AppError('rate_limited', {
    message: 'The tokens of the day are used up.',
    data: { reason: 'tokens_used_up' },
    retryAfterS: Math.ceil(Math.min(untilMidnight, HOUR) / SECOND),
  });
}
