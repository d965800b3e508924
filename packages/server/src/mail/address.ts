import Joi from 'joi';

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ASCII = /^[\x20-\x7e]+$/;
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/**
 * The one form in which an address is stored and compared, or null when it is none. Only ASCII is
 * lower-cased: the Kelvin sign becomes a plain `k`, and so one address would become another.
 */
export function normalizeEmail(raw: string): string | null {
  if (raw.length > 2 * MAX_LENGTH || !ASCII.test(raw)) return null;
  const email = raw.trim().toLowerCase();
  const at = email.lastIndexOf('@');
  if (email.length > MAX_LENGTH || at < 1 || at > MAX_LOCAL_LENGTH) return null;
  const isDomain = email
    .slice(at + 1)
    .split('.')
    .every((label) => DOMAIN_LABEL.test(label));
  return isDomain && LOCAL_PART.test(email.slice(0, at)) ? email : null;
}

/** An address in a request, handed on in its stored form. */
export const emailAddress = Joi.string()
  .min(3)
  .max(2 * MAX_LENGTH)
  .custom((raw: string, refuse) => normalizeEmail(raw) ?? refuse.error('string.email'))
  .messages({ 'string.email': 'must be an e-mail address' });

/** `alice@corp.com` as `a***@c***.com`: enough for its owner to know which mailbox to open. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const [host = '', ...rest] = domain.split('.');
  return `${local.slice(0, 1)}***@${[`${host.slice(0, 1)}***`, ...rest.slice(-1)].join('.')}`;
}
