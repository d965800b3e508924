/**
 * A message as `GET /api/v1/accounts/{account_id}/conversations/{id}/messages` gives it, in `payload`.
 * @typedef {{
 *   id: number, content: string | null, message_type: 0 | 1 | 2 | 3, created_at: number, private: boolean,
 *   sender?: { name?: string, type?: 'contact' | 'user' | 'agent_bot' },
 *   attachments?: { file_type: string, data_url?: string }[],
 * }} Message
 *
 * The rest of that answer: about the conversation, and its visitor.
 * @typedef {{
 *   labels?: string[],
 *   contact?: { name?: string, email?: string | null, identifier?: string | null, phone_number?: string | null,
 *     custom_attributes?: object },
 *   additional_attributes?: { referer?: string, browser_language?: string },
 * }} Meta
 *
 * @typedef {{ meta: Meta, payload: Message[] }} Answer
 * @typedef {{ conversations: number, notes: number, activities: number, attachments: number }} Left what is left out
 * @typedef {{ sender: object, content: string, created_at: string }} Line a message of the import
 */

const INCOMING = 0;
const ACTIVITY = 2;
const TEMPLATE = 3;

const MAX_CONTENT_CHARS = 4_000;
/** The relay takes 1,000 messages and 256 KiB for one conversation. */
const MAX_MESSAGES = 1_000;
const MAX_BYTES = 200 * 1024;

/**
 * Lines for a conversation; several for a long one.
 * @param {string} id @param {Answer[]} answers its pages @param {Left} left
 */
export function convertConversation(id, answers, left) {
  const meta = answers.at(-1)?.meta ?? {};
  const messages = inOrder(answers.flatMap(({ payload }) => payload));
  const lines = messages.flatMap((message) => convertMessage(message, left));
  if (lines.length === 0) left.conversations++;
  return inParts(lines).map((part, index) => ({
    type: 'conversation',
    external_id: index === 0 ? `chatwoot-${id}` : `chatwoot-${id}-${index + 1}`,
    visitor: convertContact(meta.contact ?? {}),
    ...localeOf(meta),
    metadata: {
      ...(meta.labels?.length && { labels: meta.labels.slice(0, 20) }),
      ...(meta.additional_attributes?.referer && { page: meta.additional_attributes.referer }),
    },
    messages: part,
  }));
}

/** @param {{ short_code: string, content: string }[]} responses */
export function convertCannedResponses(responses) {
  return responses.map(({ short_code, content }) => ({
    type: 'canned_reply',
    shortcut: oneLine(short_code, 64),
    content: cleaned(content).slice(0, MAX_CONTENT_CHARS),
  }));
}

/** Pages may overlap. @param {Message[]} messages */
function inOrder(messages) {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => a.created_at - b.created_at || a.id - b.id);
}

/** @param {Message} message @param {Left} left @returns {Line[]} */
function convertMessage(message, left) {
  if (message.message_type === ACTIVITY) {
    left.activities++;
    return [];
  }
  if (message.private) {
    left.notes++;
    return [];
  }
  const files = (message.attachments ?? []).map((file) => `[${file.file_type}: ${nameOf(file)}]`);
  left.attachments += files.length;
  const text = [cleaned(message.content ?? ''), ...files].filter((line) => line !== '').join('\n');
  return inPieces(text).map((content) => ({
    sender: senderOf(message),
    content,
    created_at: new Date(message.created_at * 1000).toISOString(),
  }));
}

/** @param {Message} message */
function senderOf({ message_type: type, sender }) {
  if (type === INCOMING) return { kind: 'visitor' };
  const isBot = type === TEMPLATE || sender?.type === 'agent_bot';
  const name = oneLine(sender?.name ?? '', 80);
  return { kind: isBot ? 'bot' : 'agent', ...(name !== '' && { display_name: name }) };
}

/** @param {NonNullable<Meta['contact']>} contact */
function convertContact({ name = '', email, identifier, phone_number, custom_attributes = {} }) {
  const displayName = oneLine(name, 80);
  const userId = oneLine(identifier ?? '', 128);
  const attributes = {
    ...Object.fromEntries(Object.entries(custom_attributes).slice(0, 30)),
    ...(phone_number && { phone_number }),
  };
  return {
    ...(displayName !== '' && { display_name: displayName }),
    ...(userId !== '' && { user_id: userId }),
    ...(email && /^[\x21-\x7e]+@[a-z0-9.-]+$/i.test(email) && { email }),
    attributes,
  };
}

/** @param {Meta} meta */
function localeOf({ additional_attributes: attributes }) {
  const language = attributes?.browser_language ?? '';
  return /^[a-z]{2}$/i.test(language) ? { locale: language } : {};
}

/** @param {{ data_url?: string }} file */
function nameOf({ data_url: url = '' }) {
  return URL.canParse(url) ? decodeURI(new URL(url).pathname.split('/').at(-1) ?? '') : 'no name';
}

/** Without what no message may hold. @param {string} text */
function cleaned(text) {
  return text.toWellFormed().replaceAll('\0', '');
}

/** A name: no control or direction character. @param {string} text @param {number} max */
function oneLine(text, max) {
  const line = cleaned(text).replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, ' ');
  return line.trim().slice(0, max).toWellFormed().trim();
}

/** A text that is too long becomes several messages. @param {string} text */
function inPieces(text) {
  const characters = Array.from(text);
  const pieces = [];
  for (let start = 0; start < characters.length; start += MAX_CONTENT_CHARS) {
    pieces.push(characters.slice(start, start + MAX_CONTENT_CHARS).join(''));
  }
  return pieces;
}

/** @param {Line[]} lines */
function inParts(lines) {
  /** @type {Line[][]} */
  const parts = [];
  let bytes = Infinity;
  for (const line of lines) {
    const size = Buffer.byteLength(JSON.stringify(line));
    if (bytes + size > MAX_BYTES || parts.at(-1)?.length === MAX_MESSAGES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(line);
    bytes += size;
  }
  return parts;
}
