import { minuteOf } from '../../relay/listing';
import { requireLogin } from '../../session/context';
import { printList, type ListOptions } from '../print-list';

/** Lists all accounts of the platform, including pending ones. For super-admins. */
export async function admins(options: ListOptions): Promise<void> {
  await printList(
    requireLogin(options).api,
    {
      route: 'console/system/fetch/admins',
      plural: 'admins',
      columns: {
        'E-MAIL': ({ email }) => email,
        NAME: ({ display_name }) => display_name,
        STATUS: ({ status }) => status.toLowerCase(),
        SUPER: ({ is_system }) => (is_system ? 'yes' : ''),
        FACTORS: ({ mfa_enabled, totp_enabled }) =>
          mfa_enabled ? (totp_enabled ? 'mail, app' : 'mail') : 'none',
        'SINCE (UTC)': ({ created_at }) => minuteOf(created_at),
      },
    },
    options,
  );
}
