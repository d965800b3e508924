import type { GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { sanitiseLine } from '../../terminal/sanitise';
import { changeSuperAdmin } from './super-admin';

export interface DemoteOptions extends GlobalOptions {
  yes?: boolean;
}

/** Makes a super-admin an ordinary account again. Needs the relay's admin key. */
export async function demote(options: DemoteOptions, email: string): Promise<void> {
  if (!options.yes)
    await confirmByName(`This will take the system console from ${sanitiseLine(email)}.`, email);
  await changeSuperAdmin(options, email, 'demote', 'is no longer a super-admin');
}
