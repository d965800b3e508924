import { say } from '../terminal/output';
import { RelayRefusalError } from '../relay/refusals';
import { isPassing, waitToRetry } from '../relay/retry';

/** The number of tries: about two minutes, with the waits between them. */
const MOST_FAILURES = 14;
/** In s. A quota that is used up for longer ends the import. */
const LONGEST_WAIT_S = 120;

/**
 * Repeats a call while the relay is down or asks to wait.
 * @throws the call's error, if repeating does not help
 */
export async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ;) {
    try {
      return await call();
    } catch (error) {
      const isAsked = error instanceof RelayRefusalError && error.status === 429;
      if (!isPassing(error) || failures === MOST_FAILURES || asksForTooLong(error)) throw error;
      // The relay responds and says how long to wait, so this is not counted as a failure.
      if (!isAsked && failures++ === 0) {
        say(`${error instanceof Error ? error.message : String(error)} Trying again.`);
      }
      await waitToRetry(error, isAsked ? 0 : failures, new AbortController().signal);
    }
  }
}

function asksForTooLong(error: unknown): boolean {
  return error instanceof RelayRefusalError && Number(error.data['retry_after_s']) > LONGEST_WAIT_S;
}
