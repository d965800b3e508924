import { SECOND, type Clock } from '../platform/clock';
import type { Command } from '../conversations/rules/commands';
import type { Journal } from '../conversations/journal/journal';
import type { ConversationState, Message, SessionFacts } from '../conversations/rules/state';
import type { ConversationStore, StoredConversation } from '../conversations/journal/store';
import type { SurroundingsOf } from '../conversations/journal/surroundings';
import { AppError } from '../platform/errors';
import type { Logger } from '../platform/log';
import type { TenantDirectory } from '../tenants/directory';
import type { Tenant } from '../tenants/tenant';
import type { BotDecision, BuiltinBot } from './builtin';
import type { AnswerQuestion } from './model/answer-question';

export interface BotRunnerOptions {
  clock: Clock;
  log: Logger;
  journal: Journal;
  store: Pick<ConversationStore, 'awaitingBot' | 'lastVisitorMessage'>;
  surroundingsOf: SurroundingsOf;
  directory: Pick<TenantDirectory, 'find'>;
  builtin: BuiltinBot;
  /** Answers for tenants with `bot.kind: model`. */
  answerQuestion: AnswerQuestion;
  modelTimeoutMs: number;
}

export interface BotRunner {
  /** Begins to look for visitors whose answer a crash lost, or is overdue. */
  start(): void;
  stop(): Promise<void>;
}

const SWEEP_MS = SECOND;
/** An answer takes milliseconds; anything older was left behind. */
const LEFT_BEHIND_MS = 5 * SECOND;

/** Runs the bots. The database records who waits for an answer, so a crash leaves no message unanswered. */
export function createBotRunner(options: BotRunnerOptions): BotRunner {
  const { clock, log, journal, store } = options;
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const submit = async (session: SessionFacts, tenant: Tenant, command: Command): Promise<void> => {
    const surroundings = await options.surroundingsOf(tenant, session.locale);
    try {
      await journal.submit({ session, command, surroundings });
    } catch (error) {
      // A person took over in the meantime, or the visitor has left: do not answer.
      const isTooLate = error instanceof AppError && error.status < 500;
      if (!isTooLate) throw error;
    }
  };

  const answer = async (
    session: SessionFacts,
    state: ConversationState,
    message: Message,
  ): Promise<void> => {
    const tenant = await options.directory.find(session.tenantId);
    if (tenant?.status !== 'active') return;
    const say = (decision: BotDecision, streamId?: string): Promise<void> =>
      submit(session, tenant, commandOf(decision, message, state, streamId));
    if (tenant.bot.kind === 'model') {
      await options.answerQuestion(tenant, { session, state, message }, (given) =>
        say(given.decision, given.streamId),
      );
    } else if (tenant.bot.kind === 'builtin') {
      const { decision } = await options.builtin(tenant, message.content, session.locale);
      await say(decision);
    }
  };

  const commandOf = (
    decision: BotDecision,
    message: Message,
    { ownerEpoch }: ConversationState,
    streamId: string | undefined,
  ): Command => {
    // Derived from the question's id: an answer that is sent again after a crash is stored once.
    const clientMsgId = `auto:${message.messageId}`;
    if (decision.kind === 'reply') {
      const { content, sources } = decision;
      const drafts = streamId === undefined ? {} : { streamId };
      return { type: 'bot-message', content, clientMsgId, ownerEpoch, sources, ...drafts };
    }
    const { reason, reply, suggestion } = decision;
    return {
      type: 'escalate',
      by: 'bot',
      reason,
      ownerEpoch,
      ...(reply !== undefined && { explanation: { clientMsgId, content: reply } }),
      ...(suggestion && { suggestion }),
    };
  };

  const rescue = async ({ session, state }: StoredConversation): Promise<void> => {
    const tenant = await options.directory.find(session.tenantId);
    // Conversations of a suspended tenant stay as they are, and continue when it is active again.
    if (tenant?.status !== 'active') return;
    const waitedMs = clock() - (state.awaitingBotSince ?? clock());
    const { kind } = tenant.bot;
    if (kind === 'builtin' || kind === 'model') {
      // A node, maybe this one, may still be asking the model.
      if (kind === 'model' && waitedMs < options.modelTimeoutMs + LEFT_BEHIND_MS) return;
      const message = await store.lastVisitorMessage(session);
      if (message) await answer(session, state, message);
    } else if (waitedMs >= tenant.bot.replyTimeoutS * SECOND) {
      await submit(session, tenant, {
        type: 'escalate',
        by: 'bot',
        reason: 'low_confidence',
        ownerEpoch: state.ownerEpoch,
        isBotSilent: true,
      });
    }
  };

  const sweep = async (olderThanMs: number): Promise<void> => {
    for await (const page of store.awaitingBot(clock() - olderThanMs)) {
      for (const conversation of page) await rescue(conversation);
    }
  };

  const track = (work: Promise<void>): void => {
    const tracked = work
      .catch((error: unknown) =>
        log.error({ event: 'bot.failed', err: error }, 'the built-in bot could not answer'),
      )
      .finally(() => running.delete(tracked));
    running.add(tracked);
  };

  const sweepLater = (): void => {
    timer = setTimeout(() => {
      track(sweep(LEFT_BEHIND_MS).finally(sweepLater));
    }, SWEEP_MS);
    timer.unref();
  };

  journal.onCommitted(({ command, session, state, message, change }) => {
    if (!change || !message || command.type !== 'visitor-message') return;
    if (state?.status === 'BOT') track(answer(session, state, message));
  });

  return {
    start: () => {
      track(sweep(0));
      sweepLater();
    },
    stop: async () => {
      clearTimeout(timer);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}
