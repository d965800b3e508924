import type { GlobalOptions } from '../../session/context';
import { changeSuperAdmin } from './super-admin';

/** Makes an account a super-admin; needs the relay's admin key. */
export async function promote(options: GlobalOptions, email: string): Promise<void> {
  await changeSuperAdmin(options, email, 'promote', 'is a super-admin');
}
