import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { table } from '../../terminal/table';

/** Shows which account is signed in, where, and what it may do. */
export async function whoami(options: GlobalOptions): Promise<void> {
  const { api, url, profileName } = requireLogin(options);
  const { account, memberships } = await api.get('console/fetch/account');
  printResult(options.json, { url, profile: profileName, account, memberships }, () => {
    const name = `${sanitiseLine(account.display_name)} <${sanitiseLine(account.email)}>`;
    const lines = [`${name}${account.is_system ? ', super-admin' : ''}`, `on ${url}`];
    if (memberships.length > 0) {
      const rows = memberships.map((one) => [one.workspace_name, one.role, one.workspace_id]);
      lines.push('', table(['WORKSPACE', 'ROLE', 'ID'], rows));
    }
    return lines.join('\n');
  });
}
