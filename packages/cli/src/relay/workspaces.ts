import { EXIT, ExitError } from '../errors';
import { sanitiseLine } from '../terminal/sanitise';
import { nameKey } from '../terminal/typed-name';
import type { AccountAnswer, Membership } from '@chat-relay/console/desk/relay/account';
import type { Api } from './api';

/** The memberships with that name or id; all of them without one. */
export function matchMemberships(
  memberships: readonly Membership[],
  wanted: string | undefined,
): Membership[] {
  if (memberships.length === 0) {
    throw new ExitError(EXIT.refused, 'You belong to no workspace. Ask for an invitation.');
  }
  if (wanted === undefined) return [...memberships];
  const key = nameKey(wanted);
  const found = memberships.filter(
    (one) => one.workspace_id === key || nameKey(one.workspace_name) === key,
  );
  if (found.length > 0) return found;
  throw new ExitError(
    EXIT.refused,
    `You belong to no workspace with this name. Yours: ${namesOf(memberships)}.`,
  );
}

/**
 * The id of the one workspace with that name or id; without either, of the only one.
 * @throws {ExitError} 4 when there is none, 2 when there are several
 */
export async function chooseWorkspace(api: Api, wanted: string | undefined): Promise<string> {
  const { memberships } = await api.get<AccountAnswer>('console/fetch/account');
  const [found, another] = matchMemberships(memberships, wanted);
  if (found && !another) return found.workspace_id;
  throw new ExitError(
    EXIT.usage,
    wanted === undefined
      ? `You belong to several workspaces. Give --workspace. Yours: ${namesOf(memberships)}.`
      : 'Several workspaces have this name. Give the id (relayctl whoami shows it).',
  );
}

function namesOf(memberships: readonly Membership[]): string {
  return memberships.map((one) => sanitiseLine(one.workspace_name)).join(', ');
}
