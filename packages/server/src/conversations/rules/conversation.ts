import { isDeepStrictEqual } from 'node:util';
import { DAY } from '../../platform/clock';
import type { PlainCode } from '../../platform/errors';
import { waitingSinceAbsence } from './absence';
import type { Actor, Command } from './commands';
import type { Decision, Env, Refusal, Situation } from './decision';
import { Draft } from './draft';
import { countMessage, quotaWaitMs, type MessageCount } from './message-quota';
import { currentRating, dedupeKeys, type ConversationState } from './state';
import { MAX_TAGS, tagKeyOf } from './tags';

/** Limit of operators who mark one conversation unread; beyond it, the oldest mark is removed. */
const MAX_MARKS = 20;
/** How long a rating may be changed, counted from the first rating of the resolution. */
const RATING_CHANGEABLE_MS = DAY;

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>;

/**
 * The whole life of a conversation: what a command changes, which messages it writes, and which events follow
 * in which order. Pure: nothing is read or written here.
 */
export function decide(situation: Situation, command: Command, env: Env): Decision {
  switch (command.type) {
    case 'visitor-message':
      return visitorWrites(situation, command, env);
    case 'bot-message':
      return botWrites(situation, command, env);
    case 'agent-message':
      return agentWrites(situation, command, env);
    case 'escalate':
      return escalate(situation, command, env);
    case 'claim':
      return claim(situation, command, env);
    case 'release':
      return release(situation, command, env);
    case 'transfer':
      return transfer(situation, command, env);
    case 'resolve':
      return resolve(situation, command, env);
    case 'snooze':
      return snooze(situation, command, env);
    case 'wake':
      return wake(situation, env);
    case 'mark-unread':
      return markUnread(situation, command.operatorId, env);
    case 'set-tags':
      return setTags(situation, command.tags, env);
    case 'add-tags':
      return addTags(situation, command.tags, env);
    case 'rate':
      return rate(situation, command, env);
    case 'read':
      return read(situation, command, env);
  }
}

function visitorWrites(
  situation: Situation,
  { clientMsgId, content }: CommandOf<'visitor-message'>,
  env: Env,
): Decision {
  const { conversation, surroundings, attachments } = situation;
  const count = countMessage(conversation, env.now);
  if (count.countedMessages > env.messagesPerDay) return overQuota(count, env.now);
  const draft = openOrContinue(situation, env);
  Object.assign(draft.state, count);
  const message = draft.say('visitor', content, {
    dedupeKey: dedupeKeys.visitor(clientMsgId),
    attachments,
  });
  draft.event('message-received', {
    message: { ...message, clientMsgId },
  });
  if (draft.state.status === 'BOT' && surroundings.hasBot) {
    draft.state.awaitingBotSince ??= env.now;
  }
  const hasEnteredQueue = draft.state.status === 'WAITING' && conversation?.status !== 'WAITING';
  if (hasEnteredQueue) draft.tellToWait();
  return draft.finish(message);
}

function overQuota(count: MessageCount, now: number): Refusal {
  return {
    kind: 'refusal',
    code: 'rate_limited',
    retryAfterS: Math.ceil(quotaWaitMs(count, now) / 1000),
  };
}

/** The conversation of a visitor's message: a new one, a reopened one, or the running one. */
function openOrContinue(situation: Situation, env: Env): Draft {
  const { conversation, session, surroundings } = situation;
  const isForHuman = session.mode === 'human' || !surroundings.hasBot;
  const draft = !conversation
    ? Draft.opened(situation, env)
    : conversation.status === 'RESOLVED'
      ? Draft.reopened(situation, env)
      : Draft.of(situation, env);
  // A running conversation enters the queue, too, if the tenant has switched its bot off in the meantime.
  if (isForHuman && draft.state.status === 'BOT') {
    if (conversation?.status === 'BOT') draft.state.ownerEpoch++;
    draft.enterQueue('direct');
    draft.openTicket();
  }
  return draft;
}

function botWrites(
  situation: Situation,
  { content, clientMsgId, ownerEpoch, streamId, sources = [] }: CommandOf<'bot-message'>,
  env: Env,
): Decision {
  if (!botOwns(situation.conversation, ownerEpoch)) return refuse('not_owner');
  const draft = Draft.of(situation, env);
  draft.state.awaitingBotSince = null;
  const message = draft.say('bot', content, {
    dedupeKey: dedupeKeys.bot(clientMsgId),
    ...(streamId !== undefined && { streamId }),
    sources,
    attachments: situation.attachments,
  });
  return draft.finish(message);
}

function agentWrites(
  situation: Situation,
  { actor, content, clientMsgId }: CommandOf<'agent-message'>,
  env: Env,
): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  const writer = actor.operator ?? conversation.operator;
  if (conversation.status !== 'ASSIGNED' || !mayAct(conversation, actor) || !writer) {
    return refuse('not_assignee');
  }
  const draft = Draft.of(situation, env);
  const message = draft.say('agent', content, {
    senderName: writer.displayName,
    dedupeKey: dedupeKeys.agent(writer.operatorId, clientMsgId),
    attachments: situation.attachments,
  });
  draft.state.givenBy = null;
  draft.readByAgent(message.seq, 0);
  draft.unmark(actor.operator?.operatorId ?? null);
  return draft.finish(message);
}

function escalate(
  situation: Situation,
  { by, reason, ownerEpoch, explanation, suggestion, isBotSilent }: CommandOf<'escalate'>,
  env: Env,
): Decision {
  const { conversation } = situation;
  if (by === 'bot' && !botOwns(conversation, ownerEpoch)) return refuse('not_owner');
  if (conversation?.status === 'WAITING' || conversation?.status === 'ASSIGNED') {
    return { kind: 'unchanged', state: conversation };
  }
  const draft = beginEscalation(situation, env);
  if (explanation) {
    draft.say('bot', explanation.content, { dedupeKey: dedupeKeys.bot(explanation.clientMsgId) });
  }
  draft.enterQueue(reason);
  if (suggestion) draft.suggest(suggestion);
  draft.event('escalation-triggered');
  draft.openTicket();
  if (isBotSilent) draft.sayLine('bot_unavailable');
  draft.tellToWait();
  return draft.finish(null);
}

function beginEscalation(situation: Situation, env: Env): Draft {
  const { conversation } = situation;
  if (!conversation) return Draft.opened(situation, env);
  if (conversation.status === 'RESOLVED') return Draft.reopened(situation, env);
  const draft = Draft.of(situation, env);
  draft.state.ownerEpoch++;
  return draft;
}

function claim(
  situation: Situation,
  { operator, isHandedOver }: CommandOf<'claim'>,
  env: Env,
): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  if (conversation.operator?.operatorId === operator.operatorId) {
    return { kind: 'unchanged', state: conversation };
  }
  if (conversation.operator) {
    return refuse('conversation_already_claimed', {
      operator_id: conversation.operator.operatorId,
      operator_display_name: conversation.operator.displayName,
      claimed_at: new Date(conversation.claimedAt ?? env.now).toISOString(),
    });
  }
  const isPutOff = (conversation.snoozedUntil ?? 0) > env.now;
  if (isHandedOver && (conversation.status !== 'WAITING' || isPutOff)) {
    return conflict('This conversation no longer waits for an operator.');
  }
  const draft = Draft.of(situation, env);
  draft.state.ownerEpoch++;
  draft.assign(operator);
  draft.sayLine('joined', { name: operator.displayName });
  return draft.finish(null);
}

function release(
  situation: Situation,
  { actor, absence }: CommandOf<'release'>,
  env: Env,
): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  const assignee = conversation.operator;
  if (!assignee || !mayAct(conversation, actor)) return refuse('not_assignee');
  if (absence && absence.assignedAt !== conversation.claimedAt) return refuse('not_assignee');
  const draft = Draft.of(situation, env);
  draft.state.ownerEpoch++;
  draft.unassign();
  if (absence) {
    draft.state.releasedBy = null;
    draft.state.waitingSince = waitingSinceAbsence(conversation, absence.seenAt, env.now);
  }
  // Colleagues see a conversation that an operator releases. One that an absent operator snoozed stays snoozed.
  else draft.state.snoozedUntil = null;
  draft.event('agent-released', { operator: actor.operator ?? assignee });
  draft.sayLine('left');
  return draft.finish(null);
}

function transfer(
  situation: Situation,
  { actor, to, isForced }: CommandOf<'transfer'>,
  env: Env,
): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  if (!conversation.operator || !mayAct(conversation, actor)) return refuse('not_assignee');
  if (conversation.operator.operatorId === to.operatorId) {
    return { kind: 'unchanged', state: conversation };
  }
  const draft = Draft.of(situation, env);
  draft.assign(to);
  if (isForced) draft.state.givenBy = (actor.operator ?? conversation.operator).operatorId;
  draft.sayLine('transferred', { name: to.displayName });
  return draft.finish(null);
}

function resolve(
  situation: Situation,
  { actor, ownerEpoch = null }: CommandOf<'resolve'>,
  env: Env,
): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  if (actor === 'bot') {
    if (!botOwns(conversation, ownerEpoch)) return refuse('not_owner');
    return closed(situation, 'bot', env).finish(null);
  }
  if (conversation.status === 'RESOLVED') return { kind: 'unchanged', state: conversation };
  const doer = actor.operator ?? conversation.operator;
  if (!doer || !mayAct(conversation, actor)) return refuse('not_assignee');
  const draft = closed(situation, doer.operatorId, env);
  draft.event('agent-resolved', { operator: doer });
  draft.resolveTicket();
  return draft.finish(null);
}

function closed(situation: Situation, resolver: string, env: Env): Draft {
  const draft = Draft.of(situation, env);
  draft.state.ownerEpoch++;
  draft.close(resolver);
  draft.sayLine('resolved');
  return draft;
}

/** Rates a resolution, once. The rating may be changed for a day, and each change counts as a message. */
function rate(situation: Situation, { score, comment }: CommandOf<'rate'>, env: Env): Decision {
  const { conversation, surroundings } = situation;
  if (!surroundings.hasRating || conversation?.status !== 'RESOLVED') {
    return conflict(
      'This conversation can be rated once it is resolved, if its tenant asks for ratings.',
    );
  }
  const earlier = currentRating(conversation);
  const draft = Draft.of(situation, env);
  if (earlier) {
    if (earlier.score === score && earlier.comment === comment) {
      return { kind: 'unchanged', state: conversation };
    }
    if (env.now >= earlier.firstRatedAt + RATING_CHANGEABLE_MS)
      return conflict('A rating can be changed for a day.');
    const count = countMessage(conversation, env.now);
    if (count.countedMessages > env.messagesPerDay) return overQuota(count, env.now);
    Object.assign(draft.state, count);
  }
  draft.rate(score, comment, earlier);
  return draft.finish(null);
}

function read(situation: Situation, command: CommandOf<'read'>, env: Env): Decision {
  const { conversation } = situation;
  if (!conversation) return { kind: 'unchanged', state: null };
  const position = command.by === 'visitor' ? 'visitorReadSeq' : 'agentReadSeq';
  const readUpTo = Math.min(command.seq, conversation.lastSeq);
  const isNews = readUpTo > conversation[position];
  const isMarked = command.by === 'agent' && isMarkedBy(conversation, command.operatorId ?? null);
  if (!isNews && !isMarked) return { kind: 'unchanged', state: conversation };
  const draft = Draft.of(situation, env);
  if (command.by === 'agent') {
    draft.unmark(command.operatorId ?? null);
    if (isNews) draft.readByAgent(readUpTo, unreadAfter(conversation, command));
  } else {
    draft.state.visitorReadSeq = readUpTo;
    draft.receipts.push({ by: 'visitor', seq: readUpTo });
  }
  return draft.finish(null);
}

/** Snoozes a conversation that waits or is assigned; an assigned one only for its operator or an admin. */
function snooze(situation: Situation, { actor, until }: CommandOf<'snooze'>, env: Env): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  if (conversation.snoozedUntil === until) return { kind: 'unchanged', state: conversation };
  const { status } = conversation;
  if (status !== 'WAITING' && status !== 'ASSIGNED')
    return conflict('Only a conversation that waits for an operator, or has one, can be snoozed.');
  if (status === 'ASSIGNED' && !mayAct(conversation, actor)) return refuse('not_assignee');
  const draft = Draft.of(situation, env);
  draft.state.snoozedUntil = until;
  return draft.finish(null);
}

/** Ends a snooze. Several nodes may notice that the time has come: the first one changes something. */
function wake(situation: Situation, env: Env): Decision {
  const { conversation } = situation;
  const until = conversation?.snoozedUntil ?? null;
  if (until === null || until > env.now) return { kind: 'unchanged', state: conversation };
  const draft = Draft.of(situation, env);
  draft.state.snoozedUntil = null;
  return draft.finish(null);
}

function markUnread(situation: Situation, operatorId: string, env: Env): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  if (isMarkedBy(conversation, operatorId)) return { kind: 'unchanged', state: conversation };
  const draft = Draft.of(situation, env);
  draft.state.unreadFor = [...conversation.unreadFor, operatorId].slice(-MAX_MARKS);
  return draft.finish(null);
}

/** Replaces the tags, whatever the status. If two operators write them, the later one decides the whole list. */
function setTags(situation: Situation, tags: readonly string[], env: Env): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  if (isDeepStrictEqual(conversation.tags, tags)) {
    return { kind: 'unchanged', state: conversation };
  }
  const draft = Draft.of(situation, env);
  draft.state.tags = tags;
  return draft.finish(null);
}

/** Adds tags. A tag that differs only in case from one of the conversation is the same. */
function addTags(situation: Situation, tags: readonly string[], env: Env): Decision {
  const { conversation } = situation;
  if (!conversation) return refuse('not_found');
  const known = new Set(conversation.tags.map(tagKeyOf));
  const together = [...conversation.tags, ...tags.filter((tag) => !known.has(tagKeyOf(tag)))];
  if (together.length > MAX_TAGS)
    return conflict(`A conversation has at most ${MAX_TAGS} tags. Remove one first.`);
  return setTags(situation, together, env);
}

function isMarkedBy({ unreadFor }: ConversationState, operatorId: string | null): boolean {
  return operatorId !== null && unreadFor.includes(operatorId);
}

/** Another operator may have read some of the messages since the command was made. */
function unreadAfter(
  { agentReadSeq, unread }: ConversationState,
  { visitorSeqs }: Extract<CommandOf<'read'>, { by: 'agent' }>,
): number {
  return Math.max(0, unread - visitorSeqs.filter((seq) => seq > agentReadSeq).length);
}

/** The fence: a bot may act only while it owns the conversation, and not on outdated knowledge. */
function botOwns(
  conversation: ConversationState | null,
  ownerEpoch: number | null,
): conversation is ConversationState {
  if (conversation?.status !== 'BOT') return false;
  return ownerEpoch === null || ownerEpoch === conversation.ownerEpoch;
}

export function mayAct(conversation: ConversationState, actor: Actor): boolean {
  if (actor.isAdmin) return true;
  return (
    conversation.operator !== null &&
    conversation.operator.operatorId === actor.operator?.operatorId
  );
}

function refuse(code: PlainCode, data?: Record<string, unknown>): Refusal {
  return { kind: 'refusal', code, ...(data && { data }) };
}

function conflict(message: string): Refusal {
  return { kind: 'refusal', code: 'state_conflict', message };
}
