import { EXIT, ExitError } from '../errors';
import { listed, pickOne, type Kind } from '../terminal/pick-one';
import { sanitiseLine } from '../terminal/sanitise';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import type { Api } from './api';

const WORKSPACE = {
  noun: ['workspace', 'workspaces'],
  label: 'name',
  idOf: ({ workspace_id }) => workspace_id,
  nameOf: ({ workspace_name }) => workspace_name,
  hint: 'relayctl whoami lists those that you belong to.',
} satisfies Kind<Membership>;

/**
 * Returns the memberships with that name or id; without one, all of them.
 * @throws {ExitError} 4 if there is none, 2 if several have the name
 */
export function matchMemberships(
  memberships: readonly Membership[],
  wanted: string | undefined,
): Membership[] {
  if (memberships.length === 0) {
    throw new ExitError(EXIT.refused, 'You belong to no workspace. Ask for an invitation.');
  }
  return wanted === undefined ? [...memberships] : [pickOne(memberships, wanted, WORKSPACE)];
}

/**
 * Finds the workspace with that name or id; without one, returns the only workspace.
 * @throws {ExitError} 4 if there is none, 2 if there are several
 */
export async function findWorkspace(api: Api, wanted: string | undefined): Promise<Membership> {
  const { memberships } = await api.get('console/fetch/account');
  const [found, another] = matchMemberships(memberships, wanted);
  if (found && !another) return found;
  const names = listed(memberships.map((one) => sanitiseLine(one.workspace_name)));
  const message = `You belong to several workspaces. Give --workspace. Yours: ${names}.`;
  throw new ExitError(EXIT.usage, message);
}

/** Returns the id of the workspace that `findWorkspace` finds. */
export async function chooseWorkspace(api: Api, wanted: string | undefined): Promise<string> {
  return (await findWorkspace(api, wanted)).workspace_id;
}
