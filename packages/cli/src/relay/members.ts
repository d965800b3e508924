import type { Member } from '@chat-relay/server/wire/workspaces';
import { pickOne } from '../terminal/pick-one';
import type { Api } from './api';
import { readItems } from '@chat-relay/desk/relay/listing';

/** The message for a person who is no member. */
export const NO_MEMBER =
  'No member has this address or id. relayctl member list shows them, relayctl invitation send invites one.';

export async function findMember(api: Api, workspaceId: string, wanted: string): Promise<Member> {
  const query = { workspace_id: workspaceId };
  const address = { route: 'console/fetch/members', plural: 'members', query } as const;
  const { items } = await readItems(api, address, { most: Infinity });
  return pickOne(items, wanted, {
    idOf: ({ account_id }) => account_id,
    nameOf: ({ email }) => email,
    noun: ['member', 'members'],
    label: 'address',
    hint: 'relayctl invitation send invites one.',
  });
}
