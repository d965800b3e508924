const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ASCII = /^[\x20-\x7e]+$/;
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** The longest text that is examined: an address, and room for what is trimmed. */
export const MAX_RAW_EMAIL_LENGTH = 2 * MAX_LENGTH;

/**
 * The one form in which an address is stored and compared, or null if it is not an address. Only ASCII is
 * lower-cased: otherwise the Kelvin sign would become a plain `k`, and one address another.
 */
export function normalizeEmail(raw: string): string | null {
  if (raw.length > MAX_RAW_EMAIL_LENGTH || !ASCII.test(raw)) return null;
  const email = raw.trim().toLowerCase();
  const at = email.lastIndexOf('@');
  if (email.length > MAX_LENGTH || at < 1 || at > MAX_LOCAL_LENGTH) return null;
  const isDomain = email
    .slice(at + 1)
    .split('.')
    .every((label) => DOMAIN_LABEL.test(label));
  return isDomain && LOCAL_PART.test(email.slice(0, at)) ? email : null;
}
