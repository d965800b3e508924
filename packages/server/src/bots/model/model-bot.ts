import type { AnswerStream } from '../../conversations/live/answer-streams';
import type { Logger } from '../../platform/log';
import { MAX_CONTENT_CHARS } from '../../platform/message-text';
import type { Tenant } from '../../tenants/tenant';
import { sourcesOf, type BotDecision, type BuiltinBot } from '../builtin';
import type { Passage } from '../knowledge/passage';
import { createAnswerCheck, type AnswerCheck } from './answer-check';
import type { ModelRequest } from './chat-client';
import type { FindPassages, VisitorQuestion } from './find-passages';
import type { GroundCheck } from './ground-check';
import type { ModelCalls } from './model-calls';
import { requestOf, saysCannot, tokensFor } from './prompt';
import type { TokenBudget } from '../providers/token-budget';

export interface ModelBotOptions {
  builtin: BuiltinBot;
  findPassages: FindPassages;
  calls: Pick<ModelCalls, 'modelOf'>;
  tokens: TokenBudget;
  log: Logger;
  /** The longest time for the model's whole answer. */
  timeoutMs: number;
}

/** The stream that shows an answer's sentences as soon as they have passed the check. */
export type Shown = Pick<AnswerStream, 'id' | 'signal' | 'push' | 'flush' | 'discard'>;

type Refused = Extract<GroundCheck, { isGrounded: false }>;

export interface ModelBotAnswer {
  decision: BotDecision;
  passages: Passage[];
  /** The id of the drafts that have shown the answer; the message carries it, so that it replaces them. */
  streamId?: string;
}

/**
 * Answers with the model. Null: the conversation has another owner by now, or the visitor has written again.
 * @param open is called when the model is asked; null: too many answers are being written
 */
export type ModelBot = (
  tenant: Pick<Tenant, 'tenantId' | 'defaultLocale' | 'bot'>,
  question: VisitorQuestion,
  open: () => Shown | null,
) => Promise<ModelBotAnswer | null>;

/** An FAQ entry with this confidence is quoted without asking the model. */
const LITERAL_CONFIDENCE = 0.85;

/**
 * Asks the model unless the built-in bot hands over, or has an FAQ entry that fits. Visitors see only sentences that
 * have passed the check. If the model fails, the built-in bot's answer is given.
 */
export function createModelBot(options: ModelBotOptions): ModelBot {
  const { builtin, findPassages, calls, tokens, log, timeoutMs } = options;

  return async (tenant, question, open) => {
    const { text, locale } = question;
    const known = await builtin(tenant, text, locale);
    const { decision, passages } = known;
    if (isForPerson(decision) || isLiteral(known)) return known;
    const { tenantId, bot } = tenant;
    const model = calls.modelOf(tenant);
    if (!model) return known;
    const given = await findPassages(tenant, question, passages);
    if (given.length === 0) return known;
    const request = requestOf(question, given);
    const shown = open();
    if (!shown) return known;
    if (!(await tokens.reserve(tenant, tokensFor(request)))) {
      shown.discard();
      const fields = { tenant_id: tenantId };
      log.info({ event: 'bot.tokens_used_up', ...fields }, 'the model has no tokens left today');
      return known;
    }
    const check = createAnswerCheck({
      passages: given,
      question: text,
      locale,
      tenantLocale: tenant.defaultLocale,
      minOverlap: bot.model?.minOverlap ?? DEFAULT_MIN_OVERLAP,
    });
    const answer = await model.ask(request, {
      signal: AbortSignal.any([shown.signal, AbortSignal.timeout(timeoutMs)]),
      isUnwanted: () => shown.signal.aborted,
      onText: (written) => show(check, shown, written),
    });
    await tokens.settle(tenant, tokensFor(request), usedTokens(answer, request, check));
    if (shown.signal.aborted) return null;
    if (!answer.ok) {
      shown.discard();
      const fields = { tenant_id: tenantId, reason: answer.why };
      log.warn({ event: 'bot.model_failed', ...fields }, 'the model did not answer');
      return known;
    }
    const result = check.whole(answer.text);
    if (!result.isGrounded || saysCannot(answer.text)) {
      const reason = result.isGrounded ? 'cannot' : result.why;
      const fields = { tenant_id: tenantId, reason };
      log.info({ event: 'bot.answer_refused', ...fields }, 'an answer was refused');
      const suggestion = result.isGrounded ? null : suggestionOf(result);
      return {
        decision: { kind: 'escalate', reason: 'low_confidence', ...(suggestion && { suggestion }) },
        passages,
      };
    }
    shown.push(check.rest());
    shown.flush();
    const { text: content, cited } = result;
    const confidence = cited[0]?.confidence ?? 0;
    return {
      decision: { kind: 'reply', content, confidence, sources: sourcesOf(cited) },
      passages,
      streamId: shown.id,
    };
  };
}

const DEFAULT_MIN_OVERLAP = 0.5;

/** A restricted topic, or a request for a person. */
function isForPerson(decision: BotDecision): boolean {
  return decision.kind === 'escalate' && decision.reason !== 'low_confidence';
}

function isLiteral({ decision, passages: [best] }: ModelBotAnswer): boolean {
  const isCertain = decision.kind === 'reply' && decision.confidence >= LITERAL_CONFIDENCE;
  return isCertain && best?.source === 'faq';
}

/** Makes a suggestion of an answer that was not sent. Null: it would not help an operator. */
function suggestionOf({ text, why }: Refused): { content: string; reasons: string[] } | null {
  if (text === '' || saysCannot(text)) return null;
  const content = Array.from(text.toWellFormed().replaceAll('\0', ''))
    .slice(0, MAX_CONTENT_CHARS)
    .join('');
  return { content, reasons: [why] };
}

function show(check: AnswerCheck, shown: Shown, text: string): boolean {
  const next = check.next(text);
  if (next === null) return false;
  return next === '' || shown.push(next);
}

function usedTokens(
  answer: { ok: boolean; tokens?: number | null },
  request: ModelRequest,
  check: AnswerCheck,
): number {
  return answer.tokens ?? tokensFor({ ...request, maxTokens: 0 }) + Math.ceil(check.seen() / 3);
}
