import Joi from 'joi';
import { MAX_RAW_EMAIL_LENGTH, normalizeEmail } from './email-address';

/** An address in a request, converted to its stored form. */
export const emailAddress = Joi.string()
  .min(3)
  .max(MAX_RAW_EMAIL_LENGTH)
  .custom((raw: string, refuse) => normalizeEmail(raw) ?? refuse.error('string.email'))
  .messages({ 'string.email': 'must be an e-mail address' });

/** `alice@corp.com` as `a***@c***.com`: enough for its owner to recognise the mailbox. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const [host = '', ...rest] = domain.split('.');
  return `${local.slice(0, 1)}***@${[`${host.slice(0, 1)}***`, ...rest.slice(-1)].join('.')}`;
}
