import { isPicture } from '@chat-relay/desk/files';
import { isErased } from '@chat-relay/desk/selectors';
import type { Row } from '@chat-relay/desk/wire';
import { knownText } from '../../words/known-text';
import type { Words } from '../../words/words';
import { plainLine } from './plain';

/** The visitor's name for display. Only a `user_id` is verified; the page can state any name. */
export function visitorName({ visitor, visitor_session_id }: Row, { inbox }: Words): string {
  const { display_name: name, email } = visitor.unverified;
  const said = plainLine(name ?? '', 80) || plainLine(email ?? '', 80);
  if (said !== '') return said;
  const userId = plainLine(visitor.user_id ?? '', 80);
  return userId || inbox.visitor(visitor_session_id.replace(/^vs_/, '').slice(0, 4));
}

/** One line for the list: the last message with its author, or the draft if there is one. */
export function previewOf(row: Row, draft: string, isMine: boolean, words: Words): string {
  const { inbox } = words;
  if (isErased(row)) return inbox.erased;
  const written = plainLine(draft);
  if (written !== '') return inbox.draftOf(written);
  const last = row.last_message;
  if (last === undefined) return reasonOf(row, words) || inbox.states[row.status];
  if (last === null) return inbox.noMessage;
  const text = saidIn(last, words);
  if (last.kind === 'visitor') return text;
  if (last.kind === 'bot') return inbox.fromBot(text);
  return isMine ? inbox.fromYou(text) : inbox.fromAgent(text);
}

/** One line for a message: its text, or its first file if it has none. */
export function saidIn(
  { preview, attachment }: NonNullable<Row['last_message']>,
  { inbox }: Words,
): string {
  if (preview !== '' || !attachment) return plainLine(preview);
  return isPicture(attachment) ? inbox.photo : inbox.fileNamed(plainLine(attachment.name, 80));
}

export const reasonOf = ({ escalation_reason: reason }: Row, words: Words): string =>
  reason === null ? '' : (knownText(words.inbox.reasons, reason) ?? plainLine(reason, 40));
