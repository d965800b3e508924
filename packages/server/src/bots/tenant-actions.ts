import Joi from 'joi';
import { messageBody } from '../conversations/inbox/schemas';

/** The actions that a tenant's backend may put into its answer to a visitor's message. */
export type BotAction =
  | { type: 'reply'; content: string; attachments?: string[] }
  | { type: 'typing'; state: 'start' | 'stop' }
  | { type: 'escalate'; reason: 'user_requested' | 'restricted_topic' | 'low_confidence' }
  | { type: 'resolve' };

export const MAX_ACTIONS = 5;

/** Unknown fields are allowed: a later version may know them. */
const FIELDS: Record<BotAction['type'], Joi.ObjectSchema<BotAction>> = {
  reply: Joi.object({
    content: messageBody.extract('content'),
    attachments: messageBody.extract('attachments'),
  }),
  typing: Joi.object({ state: Joi.valid('start', 'stop').required() }),
  escalate: Joi.object({
    reason: Joi.valid('user_requested', 'restricted_topic', 'low_confidence').default(
      'user_requested',
    ),
  }),
  resolve: Joi.object(),
};

export interface PlacedAction {
  /** The action's index in the answer, from 0. */
  index: number;
  action: BotAction;
}

export interface ReadActions {
  actions: PlacedAction[];
  /** How many actions were unknown, invalid or too many. */
  ignored: number;
}

/** The first five actions of an answer, without those that this version doesn't know. */
export function readActions(answerText: string): ReadActions {
  const listed = listedActions(answerText);
  const actions = listed.slice(0, MAX_ACTIONS).flatMap((given, index): PlacedAction[] => {
    const action = readAction(given);
    return action ? [{ index, action }] : [];
  });
  return { actions, ignored: listed.length - actions.length };
}

function readAction(given: unknown): BotAction | null {
  const { type = '' } = (given ?? {}) as { type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type)) return null;
  const fields = FIELDS[type as BotAction['type']]; // checked above
  const { value, error } = fields.unknown().validate(given, { convert: false });
  return error ? null : value;
}

/** A line of a streamed answer; null if it is unknown or invalid. */
export type AnswerLine = { type: 'delta'; text: string } | { type: 'action'; action: BotAction };

/** @param said the text of the deltas before: a reply without `content` says it */
export function readLine(line: string, said: string): AnswerLine | null {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return null;
  }
  const { type, text, content } = (given ?? {}) as Record<string, unknown>;
  if (type === 'delta') return typeof text === 'string' ? { type, text } : null;
  const isSaid = type === 'reply' && content === undefined;
  const action = readAction(isSaid ? { type, content: said } : given);
  return action && { type: 'action', action };
}

/** Most answers are only `{"received":true}`, from a receiver that is no bot. */
function listedActions(answerText: string): unknown[] {
  if (!answerText.includes('"actions"')) return [];
  try {
    const answer = JSON.parse(answerText) as { actions?: unknown } | null;
    return Array.isArray(answer?.actions) ? answer.actions : [];
  } catch {
    return []; // cut off at 64 KiB, or not JSON
  }
}
