const BREAK = /\r\n|[\r\n\u2028\u2029]/g;
// These marks change the reading direction of the text after them, even of our own.
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
// No script has this many marks on one letter: they would cover the lines above.
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Makes foreign text harmless for a terminal: control characters and escape sequences become visible signs, direction
 * marks are removed, and only `\n` breaks a line.
 */
export function sanitise(text: string): string {
  return text
    .toWellFormed()
    .replace(BREAK, '\n')
    .replace(DIRECTION, '')
    .replace(PILED_MARKS, '$1')
    .replace(CONTROL, visibleSign);
}

const LOOK = /(\u001b\[[\d;]{1,8}m)/;

/** Sanitises text, but keeps relayctl's own styles on a terminal (see `Paint`). */
export function sanitisePainted(text: string, isTerminal: boolean): string {
  if (!isTerminal) return sanitise(text);
  // The separators are kept, at every second place.
  const parts = text.split(LOOK);
  return parts.map((part, index) => (index % 2 === 1 ? part : sanitise(part))).join('');
}

// JSON.stringify itself escapes the C0 controls.
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes the characters of a JSON text that control a terminal. */
export function escapeJson(json: string): string {
  return json.replace(
    UNSAFE_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Sanitises text, and makes it one line. */
export function sanitiseLine(text: string): string {
  return sanitise(text).replaceAll('\n', ' ');
}

/** Returns a sign for a control character. Unicode has one for each C0 control, `␛` for ESC, and none for C1. */
function visibleSign(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x09) return '  ';
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
