import type { ChatError, ChatErrorCode } from './errors';
import type { Verdict } from './verdict';

/** Where the relay's own words don't say what to fix. */
const ADVICE: Partial<Record<ChatErrorCode, string>> = {
  not_found: 'Check tenantId and publicKey.',
  http_error: 'Check baseUrl.',
  forbidden: 'The tenant is suspended, or lost this origin.',
};

/** The one line a developer finds in the console when the relay refuses the page. */
export function adviceOn({ code, message }: ChatError, origin: string): string {
  return `chat-relay stopped: ${code} for ${origin}. ${ADVICE[code] ?? message}`;
}

/** The one line of an outage that lasts. */
export function adviceOnWaiting({ kind }: Verdict, baseUrl: string): string {
  const trouble =
    kind === 'token' ? 'refuses its own tokens' : "can't be reached: is it up, and in connect-src?";
  return `chat-relay waits: ${baseUrl} ${trouble}`;
}
