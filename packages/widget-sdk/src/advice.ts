import type { ChatErrorCode } from './errors';

const ADVICE: Partial<Record<ChatErrorCode, string>> = {
  origin_not_allowed: "add this origin to the tenant's allowed_origins",
  not_found: 'check tenantId and publicKey',
  http_error: 'check baseUrl',
  forbidden: 'tenant suspended, or origin no longer in its allowed_origins',
};

/** The one line a developer finds in the console when the relay refuses the page. */
export function adviceOn(code: ChatErrorCode, origin: string): string {
  return `chat-relay stopped: ${code} for ${origin}. ${ADVICE[code] ?? ''}`;
}
