import { isTyping } from '../../state/actions';

/** Keys that follow each other within this time may be letters of a text. */
const WORD_MS = 1_000;

/**
 * Tells shortcuts from the letters of a text that a person types while no field has the focus. Some of the letters are
 * shortcuts that open dialogs, and the text's Space or Enter would press a button there.
 */
export interface TypedText {
  /**
   * @param hasAction whether the key is a shortcut here
   * @returns whether the key is a letter of a text instead
   */
  isLetter(event: KeyboardEvent, hasAction: boolean): boolean;
  /** Stops a Space or Enter that ends a word before it presses a dialog's button. */
  stopWordEnd(event: KeyboardEvent): void;
}

export function createTypedText(): TypedText {
  /** Times of the last key with a character (`keyAt`), and of the last one that was no shortcut (`letterAt`). */
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
      // Some browsers press the button on keyup.
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
