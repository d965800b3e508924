import {
  hasCode,
  isPassing as isPassingRefusal,
  refusalFor,
  type Refusal,
} from '@chat-relay/desk/relay/refusal';
import { waitToRetry as waitAfterRefusal } from '@chat-relay/desk/relay/retry';
import { RelayUnreachableError } from './api';
import { RelayRefusalError } from './refusals';

/** Translates an error of the API into a refusal; null for any other error. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof RelayUnreachableError) return { kind: 'unreachable' };
  return error instanceof RelayRefusalError ? refusalFor(error.status, error.data) : null;
}

/** True if the same request may succeed later. */
export function isPassing(error: unknown): boolean {
  return isPassingRefusal(refusalOf(error));
}

/** Waits before another attempt, at least as long as the relay asked for; returns early on abort. */
export function waitToRetry(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
  return waitAfterRefusal(refusalOf(error), failures, signal);
}

const MOST_REFUSALS = 20;

/** Repeats a call that the relay refuses because there are too many in a minute, after the wait that it asks for. */
export async function asFastAsAllowed<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let refused = 0; ; refused++) {
    try {
      return await call();
    } catch (error) {
      const isTooFast = hasCode(refusalOf(error), 'rate_limited');
      if (!isTooFast || refused === MOST_REFUSALS) throw error;
      await waitToRetry(error, 0, new AbortController().signal);
    }
  }
}
