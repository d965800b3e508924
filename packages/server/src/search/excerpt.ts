import type { Mark } from './hits';

export interface Excerpt {
  /** Without line breaks. */
  text: string;
  marks: Mark[];
}

/** In UTF-16 units; 120 with an ellipsis at each end. */
export const MAX_LENGTH = 118;
/** In UTF-16 units: text shown before the hit. */
const BEFORE = 40;
const ELLIPSIS = '…';
/** Removed characters: they could reorder the text next to the excerpt. */
const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const BLANK = /[\p{Cc}\p{White_Space}]/u;
/** In UTF-16 units. Longer characters, such as a letter with dozens of combining marks, are cut. */
const MAX_CHARACTER = 40;
const graphemes = new Intl.Segmenter();

/**
 * Part of a text around its first hit, on one line. It is cut between characters.
 * @param taken UTF-16 units of the limit that the caller puts before the excerpt
 */
export function excerptOf(text: string, hits: readonly Mark[], taken = 0): Excerpt {
  const most = MAX_LENGTH - taken;
  const wanted = Math.min((hits[0]?.[0] ?? 0) - BEFORE, text.length - most);
  const from = cutAt(text, wanted);
  const to = cutAt(text, from + most);
  const line = oneLine(text.slice(from, to));
  const start = from > 0 ? ELLIPSIS : '';
  const placeOf = (at: number): number =>
    start.length + (line.places[Math.max(from, Math.min(at, to)) - from] ?? 0);
  const marks = hits.map(([first, end]): Mark => [placeOf(first), placeOf(end)]);
  return {
    text: start + line.text + (to < text.length ? ELLIPSIS : ''),
    marks: marks.filter(([first, end]) => first < end),
  };
}

/** @returns `places`: the index in the line of each UTF-16 unit of the text, and of its end */
function oneLine(text: string): { text: string; places: number[] } {
  let line = '';
  const places: number[] = [];
  for (const unit of text.split('')) {
    places.push(line.length);
    if (BIDI_CONTROL.test(unit)) continue;
    if (!BLANK.test(unit)) line += unit;
    else if (line !== '' && !line.endsWith(' ')) line += ' ';
  }
  line = line.trimEnd();
  return { text: line, places: [...places, line.length].map((at) => Math.min(at, line.length)) };
}

/** Start of the character that contains the index `at`. */
function cutAt(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const character = graphemes.segment(text).containing(at);
  if (character && at - character.index <= MAX_CHARACTER) return character.index;
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
