/** A piece of a message: plain text, or the text of a link with its address. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/**
 * Matches `http` and `https` only, so `javascript:` and the like stay text. Bidi controls end an address, because they
 * could make it look like another one.
 */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi;
const TRAILING = '.,;:!?…»”’*؟،؛。，！？、；：';

/** Splits a message into text and links. All parts together are exactly the message. */
export function splitLinks(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of content.matchAll(ADDRESS)) {
    const text = trimAddress(found);
    const url = parse(text);
    // `https://bank.example@evil.example` leads to `evil.example`, so it stays text.
    if (!url || url.username || url.password) continue;
    if (index > from) parts.push({ text: content.slice(from, index) });
    parts.push({ text, href: url.href });
    from = index + text.length;
  }
  if (from < content.length) parts.push({ text: content.slice(from) });
  return parts;
}

/** The link of a text that is an address as a whole; null if it may not be shown as a link. */
export function linkTo(address: string): string | null {
  const [part] = splitLinks(address);
  return part?.text === address ? (part.href ?? null) : null;
}

/** Parses an address; null if it is none. Safari 16 and Chrome 119 have neither `URL.canParse` nor `URL.parse`. */
function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Removes punctuation of the sentence, and a closing bracket that was opened before the address. */
function trimAddress(found: string): string {
  const trimmed = /[([{]/.test(found) ? TRAILING : `${TRAILING})]}`;
  let end = found.length;
  while (end > 0 && trimmed.includes(found[end - 1]!)) end -= 1;
  return found.slice(0, end);
}
