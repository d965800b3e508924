import { EXIT, ExitError } from '../errors';
import { say } from './output';
import { ask } from './prompt';
import { sanitiseLine } from './sanitise';

/**
 * Says what is about to happen and asks to type the name of the object.
 * @throws {ExitError} 2 without a terminal, 1 when something else is typed
 */
export async function confirmByName(consequence: string, name: string): Promise<void> {
  const shown = sanitiseLine(name).trim();
  say(consequence);
  const typed = await ask(`Type “${shown}” to continue: `, 'give --yes if you mean it');
  // The same name in another Unicode form looks the same.
  if (typed.normalize('NFC') === shown.normalize('NFC')) return;
  throw new ExitError(EXIT.failed, 'The name does not match. Nothing was changed.');
}
