import type { EscalationReason } from '../events';

/**
 * An action that a bot returns for a message, in place of a call of the tenant API. The relay carries it out once per
 * event. The content of a reply may be an iterable of pieces: the visitor then sees it while it is being written.
 */
export type BotAction = Reply<string | AsyncIterable<string>> | OtherAction;

/** An action whose text is complete. */
export type WrittenAction = Reply<string> | OtherAction;

interface Reply<Content> {
  type: 'reply';
  content: Content;
  /** Ids of files that the client's `upload` has sent, at most 5. With files, `content` may be empty. */
  attachments?: readonly string[];
}

type OtherAction =
  | { type: 'typing'; state: 'start' | 'stop' }
  | { type: 'escalate'; reason: Exclude<EscalationReason, 'direct'> }
  | { type: 'resolve' };

/** The result of a handler of `message-received`: at most five actions, over all its handlers. */
export interface BotAnswer {
  actions: BotAction[];
}

const MAX_ACTIONS = 5;
const TYPES: readonly unknown[] = ['reply', 'typing', 'escalate', 'resolve'];

/** Reads the actions that one handler returned. @throws TypeError for actions that the relay would ignore. */
export function actionsOf(returned: unknown): BotAction[] {
  if (typeof returned !== 'object' || returned === null || !('actions' in returned)) return [];
  const { actions } = returned;
  const isList = Array.isArray(actions) && actions.every((action) => TYPES.includes(action?.type));
  if (!isList) throw new TypeError('actions must be a list of reply, typing, escalate and resolve');
  for (const { type, content } of actions) {
    if (type === 'reply' && typeof content !== 'string' && !isIterable(content)) {
      throw new TypeError('the content of a reply must be a string or an AsyncIterable of strings');
    }
  }
  return actions as BotAction[];
}

function isIterable(content: unknown): content is AsyncIterable<string> {
  return typeof content === 'object' && content !== null && Symbol.asyncIterator in content;
}

export function areWritten(actions: readonly BotAction[]): actions is WrittenAction[] {
  return actions.every((action) => action.type !== 'reply' || typeof action.content === 'string');
}

/** Collects the text of a streamed reply. @throws what the iterable throws */
export async function written(action: BotAction): Promise<WrittenAction> {
  if (action.type !== 'reply') return action;
  let content = '';
  if (typeof action.content === 'string') content = action.content;
  else for await (const part of action.content) content += part;
  return { ...action, content };
}

/** Checks the number of actions. @throws TypeError for more than the relay accepts. */
export function assertFew(actions: readonly BotAction[]): void {
  if (actions.length > MAX_ACTIONS) {
    throw new TypeError(`an answer carries ${MAX_ACTIONS} actions at most`);
  }
}
