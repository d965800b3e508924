import { EXIT, ExitError } from '../errors';
import { sanitiseLine } from '../terminal/sanitise';

/** The states that relayctl shows and takes; the relay's "aside" is "deferred" here. */
export const CALLBACK_STATES = ['pending', 'deferred', 'delivered', 'dead'] as const;

/** Returns relayctl's name of a state that the relay sent, or that was typed. */
export function stateOf(state: string): string {
  return state === 'aside' ? 'deferred' : state;
}

/** Returns the relay's name of a state. */
export function wireStateOf(state: string): string {
  return state === 'deferred' ? 'aside' : state;
}

/** @throws {ExitError} 2 if it can't be the id of a callback */
export function assertEventId(text: string): void {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return;
  const message = `${sanitiseLine(text)} is not the id of a callback. relayctl callback log lists them.`;
  throw new ExitError(EXIT.usage, message);
}

/** @throws {ExitError} 2 if a time span ends before it begins */
export function assertSpan(since: string | undefined, until: string | undefined): void {
  if (since === undefined || until === undefined || since < until) return;
  throw new ExitError(EXIT.usage, '--since must come before --until: 2h is before 1h.');
}

/** The message for a callback that is unknown, or whose tenant the account is no owner or admin of. */
export const NO_CALLBACK =
  'Callback not found, or you have no access. relayctl callback log lists them.';
