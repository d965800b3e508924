import type { HonestSentence } from '../types';

const DOMAIN = '(?:[\\w-]+\\.)+(?:fr|com|de|es|org|uk|example)(?![\\w-])';
const URL_PATTERN = new RegExp(
  `(?<![\\w@.-])(?<scheme>https?://)?(?<host>${DOMAIN})(?<path>/[\\w/-]*)?`,
  'iu',
);
const MAIL_PATTERN = new RegExp(`(?<local>[\\w.-]+)@(?<host>${DOMAIN})`, 'iu');

export interface FoundUrl {
  index: number;
  text: string;
  scheme: string;
  host: string;
  path: string;
}

export function urlIn({ text }: HonestSentence): FoundUrl | null {
  const found = URL_PATTERN.exec(text);
  const { scheme = '', host = '', path = '' } = found?.groups ?? {};
  return found && { index: found.index, text: found[0], scheme, host, path };
}

export interface FoundMail {
  index: number;
  text: string;
  local: string;
  host: string;
}

export function mailIn({ text }: HonestSentence): FoundMail | null {
  const found = MAIL_PATTERN.exec(text);
  const { local = '', host = '' } = found?.groups ?? {};
  return found && { index: found.index, text: found[0], local, host };
}
