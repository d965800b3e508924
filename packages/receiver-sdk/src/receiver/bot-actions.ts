import type { EscalationReason } from '../events';

/** What a bot does in its answer to a message, without a call of its own. The relay does it once per event. */
export type BotAction =
  | { type: 'reply'; content: string }
  | { type: 'typing'; state: 'start' | 'stop' }
  | { type: 'escalate'; reason: Exclude<EscalationReason, 'direct'> }
  | { type: 'resolve' };

/** Returned by a handler of `message-received`: five actions at most, over all its handlers. */
export interface BotAnswer {
  actions: BotAction[];
}

const MAX_ACTIONS = 5;
const TYPES: readonly unknown[] = ['reply', 'typing', 'escalate', 'resolve'];

/** The actions that one handler returned. @throws TypeError for actions that the relay would ignore. */
export function actionsOf(returned: unknown): BotAction[] {
  if (typeof returned !== 'object' || returned === null || !('actions' in returned)) return [];
  const { actions } = returned;
  const isList = Array.isArray(actions) && actions.every((action) => TYPES.includes(action?.type));
  if (!isList) throw new TypeError('actions must be a list of reply, typing, escalate and resolve');
  return actions as BotAction[];
}

/** @throws TypeError for more than the relay accepts. */
export function assertFew(actions: readonly BotAction[]): void {
  if (actions.length > MAX_ACTIONS) {
    throw new TypeError(`an answer carries ${MAX_ACTIONS} actions at most`);
  }
}
