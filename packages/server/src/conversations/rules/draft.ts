import type { EscalationReason, EventName } from '@chat-relay/receiver-sdk';
import type { SenderKind } from '@chat-relay/widget-sdk/frames';
import type { Attachment } from '../../attachments/attachment';
import { createEvent, type EventCause, type OutboxEvent } from '../../callbacks/events/events';
import { isOpen, nextOpening } from '../../tenants/hours/opening-hours';
import type { Change, Env, Situation } from './decision';
import type { Assignee, ConversationState, Message, Rating, Source, Suggestion } from './state';
import { previewOf } from './preview';
import { systemLine, type SystemLineKey, type SystemLineParams } from './system-lines';

/** The `resolver` of conversations that the bot resolved; no operator has this id. */
const BOT = 'bot';

/** The next state of a conversation while a command is being decided, with its new messages and events. */
export class Draft {
  readonly state: ConversationState;
  readonly messages: Message[] = [];
  readonly events: OutboxEvent[] = [];
  readonly receipts: Change['receipts'] = [];
  #suggestion: Suggestion | null | undefined;
  readonly #situation: Situation;
  readonly #env: Env;

  private constructor(situation: Situation, env: Env, state: ConversationState) {
    this.#situation = situation;
    this.#env = env;
    this.state = state;
  }

  static of(situation: Situation, env: Env): Draft {
    const { conversation } = situation;
    if (!conversation) throw new TypeError('there is no conversation yet');
    return new Draft(situation, env, { ...conversation });
  }

  static opened(situation: Situation, env: Env): Draft {
    const draft = new Draft(situation, env, {
      conversationId: env.newObjectId(),
      status: 'BOT',
      ownerEpoch: 1,
      operator: null,
      escalationReason: null,
      claimCount: 0,
      claimedAt: null,
      releasedAt: null,
      resolvedAt: null,
      resolver: null,
      rating: null,
      waitingSince: null,
      awaitingBotSince: null,
      unansweredSince: null,
      dueAt: null,
      releasedBy: null,
      givenBy: null,
      lastSeq: 0,
      lastEventSequence: 0,
      visitorReadSeq: 0,
      agentReadSeq: 0,
      ticket: null,
      startedAt: env.now,
      lastMessageAt: null,
      lastSaid: null,
      unread: 0,
      unreadFor: [],
      tags: [],
      snoozedUntil: null,
      countedSince: null,
      countedMessages: 0,
    });
    draft.event('conversation-started');
    return draft;
  }

  /** A resolved conversation continues; who answers first is decided as for a new one. */
  static reopened(situation: Situation, env: Env): Draft {
    const draft = Draft.of(situation, env);
    Object.assign(draft.state, {
      status: 'BOT',
      ownerEpoch: draft.state.ownerEpoch + 1,
      escalationReason: null,
      claimedAt: null,
      releasedAt: null,
      resolvedAt: null,
    } satisfies Partial<ConversationState>);
    return draft;
  }

  say(
    sender: SenderKind,
    content: string,
    more: {
      senderName?: string;
      dedupeKey?: string;
      streamId?: string;
      sources?: readonly Source[];
      attachments?: readonly Attachment[] | undefined;
    } = {},
  ): Message {
    const { surroundings } = this.#situation;
    const message: Message = {
      messageId: this.#env.newId(),
      seq: ++this.state.lastSeq,
      sender,
      senderName: more.senderName ?? (sender === 'bot' ? surroundings.botName : null),
      dedupeKey: more.dedupeKey ?? null,
      content,
      createdAt: this.#env.now,
      ...(more.streamId !== undefined && { streamId: more.streamId }),
      sources: more.sources ?? [],
      ...(more.attachments && more.attachments.length > 0 && { attachments: more.attachments }),
    };
    this.state.lastMessageAt = this.#env.now;
    if (sender === 'visitor' && this.state.lastSaid === null) {
      this.state.unansweredSince = this.#env.now;
    }
    if (sender === 'bot' || sender === 'agent') this.state.unansweredSince = null;
    if (sender !== 'system') {
      const [file] = more.attachments ?? [];
      this.state.lastSaid = {
        kind: sender,
        preview: previewOf(content),
        at: this.#env.now,
        ...(file && { attachment: { name: file.name, type: file.type } }),
      };
    }
    if (sender === 'visitor') {
      this.state.unread++;
      this.state.snoozedUntil = null;
    }
    this.messages.push(message);
    return message;
  }

  /** Notes that operators have read up to `seq`, and that `unread` messages of the visitor come after it. */
  readByAgent(seq: number, unread: number): void {
    this.state.agentReadSeq = seq;
    this.state.unread = unread;
    this.receipts.push({ by: 'agent', seq });
  }

  /** Removes the operator's unread mark; null: the reader is no operator. */
  unmark(operatorId: string | null): void {
    if (!this.state.unreadFor.some((id) => id === operatorId)) return;
    this.state.unreadFor = this.state.unreadFor.filter((id) => id !== operatorId);
  }

  sayLine<Key extends SystemLineKey>(key: Key, ...params: SystemLineParams[Key]): void {
    this.say('system', systemLine(key, this.#situation.surroundings.voice, ...params));
  }

  tellToWait(): void {
    const { hours, isOperatorAvailable } = this.#situation.surroundings;
    const isOpenNow = isOpen(hours, this.#env.now);
    if (isOpenNow && isOperatorAvailable) return this.sayLine('waiting');
    this.sayLine('waiting_offline', {
      nextOpenAt: hours && !isOpenNow ? nextOpening(hours, this.#env.now) : null,
      timezone: hours?.timezone ?? 'UTC',
    });
  }

  /** @returns the id of the event; null: the tenant receives no events */
  event(event: EventName, cause: Omit<EventCause, 'at'> = {}): string | null {
    const { session, surroundings } = this.#situation;
    if (!surroundings.hasCallbacks) return null;
    const eventId = this.#env.newId();
    this.events.push(
      createEvent(
        event,
        { session, conversation: this.state },
        { at: this.#env.now, ...cause },
        { eventId, sequence: ++this.state.lastEventSequence },
      ),
    );
    return eventId;
  }

  enterQueue(reason: EscalationReason): void {
    this.state.status = 'WAITING';
    this.state.escalationReason = reason;
    this.state.waitingSince = this.#env.now;
    this.state.awaitingBotSince = null;
  }

  suggest(suggestion: Omit<Suggestion, 'at'>): void {
    this.#suggestion = { ...suggestion, at: this.#env.now };
  }

  openTicket(): void {
    this.state.ticket = {
      ticketId: this.#env.newId(),
      status: 'OPEN',
      escalationReason: this.state.escalationReason,
      operatorId: null,
      operatorDisplayName: null,
      createdAt: this.#env.now,
      assignedAt: null,
      resolvedAt: null,
    };
    this.event('ticket-created');
  }

  assign(operator: Assignee): void {
    const { now } = this.#env;
    Object.assign(this.state, {
      status: 'ASSIGNED',
      operator,
      claimCount: this.state.claimCount + 1,
      claimedAt: now,
      releasedAt: null,
      resolvedAt: null,
      waitingSince: null,
      awaitingBotSince: null,
      releasedBy: null,
      givenBy: null,
      snoozedUntil: null,
    } satisfies Partial<ConversationState>);
    const hasTicket = this.#changeOpenTicket({
      status: 'ASSIGNED',
      operatorId: operator.operatorId,
      operatorDisplayName: operator.displayName,
      assignedAt: now,
    });
    this.event('agent-assigned', { operator });
    if (hasTicket) this.event('ticket-assigned');
  }

  unassign(): void {
    Object.assign(this.state, {
      status: 'WAITING',
      releasedBy: this.state.operator?.operatorId ?? null,
      operator: null,
      givenBy: null,
      releasedAt: this.#env.now,
      waitingSince: this.#env.now,
    } satisfies Partial<ConversationState>);
    this.#changeOpenTicket({
      status: 'OPEN',
      operatorId: null,
      operatorDisplayName: null,
      assignedAt: null,
    });
  }

  /** @param resolver an operator's id, or `bot` */
  close(resolver: string): void {
    Object.assign(this.state, {
      status: 'RESOLVED',
      operator: null,
      givenBy: null,
      resolver,
      resolvedAt: this.#env.now,
      waitingSince: null,
      awaitingBotSince: null,
      unansweredSince: null,
      snoozedUntil: null,
    } satisfies Partial<ConversationState>);
  }

  /** @param earlier the rating of the same resolution that this one replaces */
  rate(score: number, comment: string | null, earlier: Rating | null): void {
    const { now } = this.#env;
    const { resolver, resolvedAt, claimedAt, ticket } = this.state;
    const isByBot = resolver === null ? claimedAt === null : resolver === BOT;
    const rating: Rating = {
      score,
      comment,
      operatorId: isByBot ? null : (resolver ?? ticket?.operatorId ?? null),
      resolvedBy: isByBot ? 'bot' : 'agent',
      resolvedAt: resolvedAt ?? now,
      ratedAt: now,
      firstRatedAt: earlier?.firstRatedAt ?? now,
      eventId: null,
    };
    const eventId = this.event('conversation-rated', {
      rating,
      replaces: earlier?.eventId ?? null,
    });
    this.state.rating = { ...rating, eventId };
  }

  resolveTicket(): void {
    const hadTicket = this.#changeOpenTicket({ status: 'RESOLVED', resolvedAt: this.#env.now });
    if (hadTicket) this.event('ticket-resolved');
  }

  finish(message: Message | null): Change {
    const { state, messages, events, receipts } = this;
    state.dueAt = this.#dueAt();
    const suggestion = this.#hasLeftQueue() ? null : this.#suggestion;
    return {
      kind: 'change',
      state,
      messages,
      events,
      receipts,
      message,
      ...(suggestion !== undefined && { suggestion }),
    };
  }

  /** Whether the conversation has left the queue after an escalation for which the bot may have left a suggestion. */
  #hasLeftQueue(): boolean {
    const { conversation } = this.#situation;
    return (
      conversation?.status === 'WAITING' &&
      conversation.escalationReason === 'low_confidence' &&
      this.state.status !== 'WAITING'
    );
  }

  /** Earlier one of two deadlines, for the first answer and for the claim; null: no target applies. */
  #dueAt(): number | null {
    const { firstAnswerMs, waitMs } = this.#situation.surroundings.targets;
    const { unansweredSince, waitingSince } = this.state;
    const times = [
      unansweredSince !== null && firstAnswerMs !== null ? unansweredSince + firstAnswerMs : null,
      waitingSince !== null && waitMs !== null ? waitingSince + waitMs : null,
    ].filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  #changeOpenTicket(change: Partial<NonNullable<ConversationState['ticket']>>): boolean {
    const { ticket } = this.state;
    if (!ticket || ticket.status === 'RESOLVED') return false;
    this.state.ticket = { ...ticket, ...change };
    return true;
  }
}
