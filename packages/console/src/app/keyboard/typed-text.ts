import { isTyping } from '../../state/actions';

/** Keys that follow each other faster than this may be a text. */
const WORD_MS = 1_000;

/**
 * Tells keys from the letters of a text that a person types where nothing takes it. Some letters are keys, and
 * what they open has buttons, which Space and Enter would press.
 */
export interface TypedText {
  /** @param hasAction whether the key does something; returns whether it is a letter of a text instead */
  isLetter(event: KeyboardEvent, hasAction: boolean): boolean;
  /** Stops Space and Enter that end a word, before a button of a dialog hears them. */
  stopWordEnd(event: KeyboardEvent): void;
}

export function createTypedText(): TypedText {
  /** Of the last key with a character, and of the last one that was no shortcut. */
  let keyAt = -Infinity;
  let letterAt = -Infinity;
  let stopped = '';

  const isWordEnd = ({ key, timeStamp }: KeyboardEvent): boolean =>
    (key === ' ' && timeStamp - keyAt < WORD_MS) ||
    (key === 'Enter' && timeStamp - letterAt < WORD_MS);

  return {
    isLetter: ({ key, timeStamp }, hasAction) => {
      const isLetter = !hasAction || timeStamp - letterAt < WORD_MS;
      if (key.length === 1 && key !== ' ') {
        keyAt = timeStamp;
        if (isLetter) letterAt = timeStamp;
      }
      return isLetter;
    },
    stopWordEnd: (event) => {
      // A button is pressed when the key comes up again, in some browsers.
      const isToStop =
        event.type === 'keyup'
          ? event.key === stopped
          : document.querySelector('dialog[open]') !== null && !isTyping(event) && isWordEnd(event);
      stopped = isToStop && event.type === 'keydown' ? event.key : '';
      if (!isToStop) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
