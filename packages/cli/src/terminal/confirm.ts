import { EXIT, ExitError } from '../errors';
import { say } from './output';
import { ask, assertInteractive } from './prompt';
import { sanitiseLine } from './sanitise';

const INSTEAD = 'give --yes if you mean it';

/**
 * Checks that a person can confirm. Call it before work that ends in `confirmByName`. @throws {ExitError} 2 otherwise
 */
export function assertCanConfirm(): void {
  assertInteractive(INSTEAD);
}

/**
 * Says what will happen, and asks to type the name of the object. Says nothing if there is no terminal.
 * @param effect a sentence about the future, such as "This will delete Shop."
 * @throws {ExitError} 2 without a terminal, 1 if something else is typed
 */
export async function confirmByName(effect: string, name: string): Promise<void> {
  assertCanConfirm();
  const shown = sanitiseLine(name).trim();
  say(effect);
  const typed = await ask(`Type “${shown}” to continue: `, INSTEAD);
  // Names in different Unicode forms look the same, so both are normalised.
  if (typed.normalize('NFC') === shown.normalize('NFC')) return;
  throw new ExitError(EXIT.failed, 'The name does not match. Nothing was changed.');
}
